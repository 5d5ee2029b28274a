// @module-tag ci
import { hardWired, openInBrackets } from '@newsstand/build/hard-wired';
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';

// All texts of a remote can be the publication's. That none stands in the source is read there
// (tools/hard-wired.test.ts); that the publication's own arrive on the page, one state of each view shows.

/** What the stand-in of the API answers: the account's address, and what a coupon is for. */
const DATA = ['2 Slipway', 'Port Merrow', 'Maine', 'United States', '$10 off in print, $6 off the digital edition.'];

for (const state of [
  'check-out',
  'gift-by-post',
  'table-trouble',
  'product',
  'panel-everything',
  'receipt-membership',
  'invoice-past-due',
]) {
  test(`${state}: nothing that the reader sees is hard-wired`, { tag: state === 'check-out' ? [] : '@long' }, async ({ page }) => {
    await openInBrackets(page, state);
    expect(await hardWired(page, DATA)).toEqual([]);
  });
}

test('what a form finds wrong before it asks is not hard-wired', async ({ page }) => {
  await openInBrackets(page, 'subscription');
  await page.getByLabel(/^⟦Password⟧/).fill('short');
  await page.getByLabel('⟦Confirm password⟧').fill('other');
  await page.getByLabel('⟦Email⟧').fill('nobody');
  await page.getByRole('button', { name: '⟦Proceed to Payment⟧' }).click();
  await expect(page.getByLabel('⟦Full name⟧')).toHaveAccessibleDescription('⟦Must not be blank.⟧');
  await expect(page.getByLabel(/^⟦Password⟧/)).toHaveAccessibleDescription(/⟦Use at least 8 characters\.⟧/);
  await expect(page.getByLabel('⟦Email⟧')).toHaveAccessibleDescription(/⟦Enter an email address such as name@example\.org\.⟧$/);
  expect(await hardWired(page, DATA)).toEqual([]);
});

test('why a coupon cannot be applied is not hard-wired, and leads to the builder in any words', async ({ page }) => {
  await openInBrackets(page, 'panel-subscription');
  const field = page.getByLabel('⟦Coupon code⟧');
  await field.fill('nothing');
  await page.getByRole('button', { name: '⟦Apply⟧' }).click();
  await expect(field).toHaveAccessibleDescription('⟦Unable to apply coupon NOTHING⟧');
  await field.fill('postcard');
  await page.getByRole('button', { name: '⟦Apply⟧' }).click();
  await expect(field).toHaveAccessibleDescription(/^⟦Coupon does not apply to this subscription\./);
  await expect(page.getByRole('link', { name: '⟦Change your subscription settings⟧' })).toBeVisible();
  expect(await hardWired(page, DATA)).toEqual([]);
});

test('a server that cannot be reached is told of in the publication’s words', async ({ page }) => {
  await openInBrackets(page, 'table-everything');
  await page.evaluate(() => {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  });
  await page
    .getByRole('button', { name: /⟦Remove/ })
    .first()
    .click();
  await page.getByRole('button', { name: '⟦Ok⟧' }).click();
  await expect(page.locator('.alone-stage')).toContainText('⟦We could not reach the server. Please check your connection and try again.⟧');
  expect(await hardWired(page, DATA)).toEqual([]);
});
