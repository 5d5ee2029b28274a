// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { expect, type Page } from '@playwright/test';
import { button, CARDS, open, sent, type StateName, watch } from './open.ts';

/** Somebody logs in in another tab. */
const logInElsewhere = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'newsstand-reader', newValue: 'x' })));

/** The banner has a login that leads back here, in another tab, so that the form stays. */
const expectLogin = async (page: Page, state: StateName) => {
  const banner = page.getByRole('alert');
  await expect(banner).toContainText('Please log in.');
  await expect(banner).toContainText('What you have chosen and typed here is kept');
  const link = banner.getByRole('link', { name: 'Log in' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(banner.getByRole('link', { name: 'Return to settings' })).toBeVisible();
  const href = new URL((await link.getAttribute('href')) ?? '', page.url());
  expect([href.pathname, href.searchParams.get('redirect')?.includes(`state=${state}`)]).toEqual(['/login', true]);
};

test('a session that ended while a card was typed leads to the login, and the card is put on record afterwards as it was typed', async ({
  page,
}) => {
  await watch(page);
  await open(page, 'payment-logged-out');
  await page.getByLabel('Name on the card').fill('Ada M.');
  await page.getByLabel('Card number').fill(CARDS.good);
  await button(page, 'Update payment').click();
  await expectLogin(page, 'payment-logged-out');
  await expect(page.getByLabel('Name on the card')).toHaveValue('Ada M.');
  await expect(page.getByLabel('Card number')).toHaveValue(CARDS.good);

  await logInElsewhere(page);
  await expect(page.getByText('You are logged in again. Send it once more.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, 'Update payment').click();
  await expect(page).toHaveURL(/\/account$/);
  const kept = ['POST /api/account/card', { setup_intent: 'seti_1', name: 'Ada M.' }];
  expect((await sent(page)).filter(([call]) => call === 'POST /api/account/card')).toEqual([kept, kept]);
});

test('a session that ended while an upgrade was chosen leads to the login, and what was chosen stays', async ({ page }) => {
  await open(page, 'subscription-logged-out');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Place Order').click();
  await expectLogin(page, 'subscription-logged-out');
  await expect(page.getByRole('radio', { name: /Print, United States/ })).toBeChecked();
  await button(page, 'Place Order').click();
  await expect(page.getByText('Your subscription is updated.')).toBeVisible();
});

test('where somebody else logs in meanwhile, the page begins anew', async ({ page }) => {
  await open(page, 'subscription-logged-out');
  await page.getByRole('radio', { name: /Print, United States/ }).check();
  await button(page, 'Place Order').click();
  await expectLogin(page, 'subscription-logged-out');
  await page.evaluate(() => {
    const served = window.fetch;
    window.fetch = async (input, init) =>
      String(input).includes('/api/access/session')
        ? Response.json({ account: { name: 'Bo', email: 'bo@example.org' }, institution: null })
        : served(input, init);
  });
  const reloaded = page.waitForEvent('load');
  await logInElsewhere(page);
  await reloaded;
  await expect(page.getByRole('radio', { name: /Print, United States/ })).not.toBeChecked();
});
