import { violations } from '@newsstand/build/axe';
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { button, open, sent, watch } from './open.ts';

test(
  'what has changed since the page was opened is shown before the account goes, and is confirmed anew',
  { tag: '@ci' },
  async ({ page }) => {
    await watch(page);
    await open(page, 'data-changed');
    const [password, sure] = [page.getByLabel('Your password'), page.getByLabel('I want all this to happen.')];
    await password.fill('ada-reads-on');
    await sure.check();
    await button(page, 'Delete my account').click();
    const message = page.getByRole('alert').filter({ hasText: 'Your account changed meanwhile, in another tab or browser.' });
    await expect(message).toBeFocused();
    await expect(message).toBeInViewport();
    await expect(page.getByText('Your monthly donations end (2).')).toBeVisible();
    await expect(sure).not.toBeChecked();
    await expect(password).toHaveValue('ada-reads-on');
    await expect(button(page, 'Delete my account')).toBeDisabled();
    expect(await violations(page, { within: '[data-widget]' })).toEqual([]);
    await sure.check();
    await button(page, 'Delete my account').click();
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
    expect((await sent(page)).map(([call]) => call).filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/account/delete?version=shown',
      'POST /api/account/delete?version=now',
    ]);
  },
);

test(
  'what stays is said: gifts with the name of who gave them, and papers, with the address for which they are kept',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'data-code');
    await expect(page.getByText('their links go on working, and say who gave them (2).')).toBeVisible();
    await expect(page.getByText('a later account with ada@example.org shows them, once that is proved to be yours.')).toBeVisible();
  },
);

test('who has lost the password since is asked for a code, in an empty field', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'data-changed-proof');
  await page.getByLabel('Your password').fill('ada-reads-on');
  await page.getByLabel('I want all this to happen.').check();
  await button(page, 'Delete my account').click();
  await expect(page.getByText('Your account changed meanwhile, in another tab or browser.')).toBeVisible();
  await expect(page.getByLabel('Your password')).toHaveCount(0);
  await button(page, 'Send a code').click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('');
});

test(
  'while invoices for the subscription are unpaid the account cannot be deleted, and the page says which and what to do',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'data-owed');
    await expect(page.getByText('Invoices for your subscription are not paid: INV-20, INV-21.')).toBeVisible();
    await expect(page.getByText('ask consulate@exclave.example.org to withdraw them')).toBeVisible();
    await expect(button(page, 'Delete my account')).toHaveCount(0);
  },
);
