import { violations } from '@newsstand/build/axe';
import { test } from '@newsstand/build/kept-page';
import { rowTags } from '@newsstand/build/row-tags';
import { expect } from '@playwright/test';
import { button, open } from './open.ts';

for (const [state, message] of [
  ['data-code-old', 'This code is too old. Please ask for a new one.'],
  ['data-code-tries', 'Too many failed attempts.'],
] as const) {
  test(
    `a code that works no more says why, is not said to be on its way, and a new one can be asked for ('${state}')`,
    { tag: '@ci' },
    async ({ page }) => {
      await open(page, state);
      await button(page, 'Send a code').click();
      const onItsWay = page.getByText('The code is on its way to ada@example.org.');
      await expect(onItsWay).toBeVisible();
      const code = page.getByLabel('Code', { exact: false });
      await code.fill('123456');
      await page.getByLabel('I want all this to happen.').check();
      await button(page, 'Delete my account').click();
      await expect(page.getByText(message)).toBeVisible();
      await expect(onItsWay).toBeHidden();
      expect(await violations(page, { within: '[data-widget]' })).toEqual([]);

      await button(page, 'Email me a new code').click();
      await expect(onItsWay).toBeVisible();
      await expect(page.getByText(message)).toBeHidden();
      await expect(code).toHaveValue('');
      await code.fill('654321');
      await button(page, 'Delete my account').click();
      await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
    },
  );
}

const PASSWORD_GONE = 'Your password went with the change.';
const GOOGLE_GONE = '“Continue with Google” no longer opens your account; it may make an empty one.';

for (const [index, [state, password, google]] of (
  [
    ['email-confirm', true, false],
    ['email-confirm-google', false, true],
    ['email-confirm-both', true, true],
    ['email-confirm-logged-in', false, false],
  ] as const
).entries()) {
  test(
    `who has confirmed an address is told which login went with the change, and of none that they never had ('${state}')`,
    { tag: rowTags(index) },
    async ({ page }) => {
      await open(page, state);
      await button(page, 'Confirm email').click();
      await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeFocused();
      await expect(page.getByText('From now on we write to ada.new@example.org')).toBeVisible();
      await expect(page.getByText(PASSWORD_GONE)).toHaveCount(password ? 1 : 0);
      await expect(page.getByText(GOOGLE_GONE)).toHaveCount(google ? 1 : 0);
      await expect(
        page.getByRole('link', { name: state === 'email-confirm-logged-in' ? 'To my account' : 'Log in', exact: true }),
      ).toBeVisible();
      expect(await violations(page, { within: '[data-widget]' })).toEqual([]);
    },
  );
}

test(
  'who asks for the same address once more is told that the earlier link works no more',
  { tag: ['@§4.email-change.2'] },
  async ({ page }) => {
    await open(page, 'email-once-more');
    await page.getByLabel('New email').fill('ada.new@example.org');
    await page.keyboard.press('Enter');
    const message = page.getByRole('status').filter({ hasText: 'We sent a link to ada.new@example.org.' });
    await expect(message).toContainText('The link that we sent to ada.new@example.org before works no more.');
  },
);

test(
  'whose first emailed code took the password is told so on the page, and what they asked for is done',
  { tag: '@ci' },
  async ({ page }) => {
    await open(page, 'email-first-code');
    await page.getByLabel('New email').fill('ada.new@example.org');
    await page.keyboard.press('Enter');
    await button(page, 'Email me a code').click();
    const gone = page.getByText('Your password went with this first emailed code: it could have been anybody’s.');
    const dialog = page.getByRole('dialog', { name: 'Please log in again' });
    await dialog.getByLabel('Code', { exact: false }).fill('123456');
    await expect(gone).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByText('We sent a link to ada.new@example.org.')).toBeVisible();
    await expect(gone).toBeInViewport();
    await expect(dialog).toBeHidden();
    expect(await violations(page, { within: '[data-widget]' })).toEqual([]);

    await open(page, 'email-old-login');
    await page.getByLabel('New email').fill('ada.new@example.org');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Your password').fill('tide tables');
    await page.keyboard.press('Enter');
    await expect(page.getByText('We sent a link to ada.new@example.org.')).toBeVisible();
    await expect(gone).toHaveCount(0);
  },
);
