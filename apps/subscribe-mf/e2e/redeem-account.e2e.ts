// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { test } from '@newsstand/build/kept-page';
import { addHeader, expectReached } from '@newsstand/build/sticky-header';
import { READER_CHANGED } from '@newsstand/contracts/reader-change';
import { expect } from '@playwright/test';
import { fillAddress, open, pick, press } from './open.ts';

test('who has an account already logs in on the redemption page, and nothing typed is lost', async ({ page }) => {
  await open(page, 'redeem-has-account');
  await pick(page, 'How do you want it?', 'Print, United States').check();
  await page.getByLabel('Full name').fill('Ada Merrow');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel(/^Password/).fill('another ferry altogether');
  await page.getByLabel('Confirm password').fill('another ferry altogether');
  await fillAddress(page);
  await press(page, 'Redeem');
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/has an account already/);
  const password = page.getByLabel('Password of ada@example.org');
  await expect(password).toBeFocused();
  await expect(page.getByLabel('Confirm password')).toHaveCount(0);

  expect(await violations(page)).toEqual([]);

  await page.getByLabel('Email').fill('bo@example.org');
  await expect(page.getByLabel(/^Password of/)).toHaveCount(0);
  await expect(page.getByLabel('Email')).not.toHaveAccessibleDescription(/has an account already/);
  await expect(page.getByLabel('Confirm password')).toHaveValue('another ferry altogether');
  await page.getByLabel('Email').fill('ada@example.org');

  await password.fill('not this one');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription('The email or password is not correct.');
  await expect(password).toBeFocused();
  await password.fill('a ferry at dawn');
  await press(page, 'Log in');
  await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  await expect(page.getByRole('combobox', { name: 'State or province' })).toHaveValue('Maine');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/another ferry|at dawn/);
  await press(page, 'Redeem');
  await expect(page.getByText('Your subscription is redeemed.')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('newsstand:redeem-draft'))).toBeNull();
});

test('a password manager finds the new reader’s account in one form, with an address before its passwords', async ({ page }) => {
  await open(page, 'redeem-has-account');
  const hooks = () =>
    page
      .locator('form')
      .filter({ has: page.locator('input[type=password]') })
      .locator('[name=email], [type=password]')
      .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ autocomplete, type }) => [autocomplete, type]));
  await expect.poll(hooks).toEqual([
    ['username', 'email'],
    ['new-password', 'password'],
    ['new-password', 'password'],
  ]);
  await page.getByLabel('Full name').fill('Ada Merrow');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel(/^Password/).fill('another ferry altogether');
  await page.getByLabel('Confirm password').fill('another ferry altogether');
  await fillAddress(page);
  await press(page, 'Redeem');
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  await expect.poll(hooks).toEqual([
    ['username', 'email'],
    ['current-password', 'password'],
  ]);
});

test('after a login on the redemption page the reader is where it says whose the gift is, in view below a magazine’s header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await addHeader(page);
  await open(page, 'redeem-has-account');
  await page.getByLabel('Full name').fill('Ada Merrow');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel(/^Password/).fill('another ferry altogether');
  await page.getByLabel('Confirm password').fill('another ferry altogether');
  await fillAddress(page);
  await press(page, 'Redeem');
  await expect(page.getByLabel('Password of ada@example.org')).toBeFocused();
  await page.keyboard.type('a ferry at dawn');
  await page.keyboard.press('Enter');
  const words = page.getByText('It goes to Ada Merrow, ada@example.org.');
  await expectReached(page, words);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Change the email' })).toBeFocused();
  await page.reload();
  await expect(words).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
});

test(
  'who has forgotten the password logs in on the redemption page with a mailed code, a new one after too many attempts',
  { tag: ['@§8.login.1'] },
  async ({ page }) => {
    await open(page, 'redeem-has-account');
    await page.getByLabel('Full name').fill('Ada Merrow');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel(/^Password/).fill('another ferry altogether');
    await page.getByLabel('Confirm password').fill('another ferry altogether');
    await fillAddress(page);
    await press(page, 'Redeem');
    const code = page.getByRole('textbox', { name: 'Code', exact: true });
    await press(page, 'Send me a code instead');
    await expect(code).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    const password = page.getByLabel('Password of ada@example.org');
    await expect(password).toHaveAccessibleDescription('Too many failed attempts. Request a new verification code to log in.');
    await expect(password).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.org');
    await press(page, 'Send me a code instead');
    await code.fill('123456');
    await press(page, 'Log in');
    await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
    await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
  },
);

test('who logs in in another tab is known here too, and nothing typed is lost', async ({ page, context }) => {
  await open(page, 'redeem-has-account');
  await page.getByLabel('Full name').fill('Ada Merrow');
  await fillAddress(page);
  await page.evaluate(() => sessionStorage.setItem('stand-alone:logged-in', 'true'));
  const other = await context.newPage();
  await open(other, 'redeem');
  await other.evaluate((key) => localStorage.setItem(key, crypto.randomUUID()), READER_CHANGED);
  await expect(page.getByText('It goes to Ada Merrow, ada@example.org.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Port Merrow');
});
