// @module-tag ci
import { hardWired, openInBrackets } from '@newsstand/build/hard-wired';
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';

// All texts of a remote can be the publication's. That none stands in the source is read there
// (tools/hard-wired.test.ts); that the publication's own arrive on the page, one state of each view shows.

for (const state of ['builder', 'everything', 'donate-monthly', 'renew', 'renew-card', 'redeem', 'redeem-upgrade']) {
  test(`${state}: nothing that the reader sees is hard-wired`, { tag: state === 'builder' ? [] : '@long' }, async ({ page }) => {
    await openInBrackets(page, state);
    expect(await hardWired(page)).toEqual([]);
  });
}

test('what the redemption finds wrong before it asks is not hard-wired', async ({ page }) => {
  await openInBrackets(page, 'redeem');
  await page.getByLabel(/^⟦Password⟧/).fill('short');
  await page.getByLabel('⟦Confirm password⟧').fill('other');
  await page.getByRole('button', { name: '⟦Redeem⟧' }).click();
  await expect(page.getByLabel('⟦Full name⟧')).toHaveAccessibleDescription('⟦Must not be blank.⟧');
  await expect(page.getByLabel(/^⟦Password⟧/)).toHaveAccessibleDescription(/⟦Use at least 8 characters\.⟧/);
  await expect(page.getByLabel('⟦Confirm password⟧')).toHaveAccessibleDescription('⟦The passwords do not match.⟧');
  expect(await hardWired(page)).toEqual([]);
});

test('a coupon that nobody knows is refused in the publication’s words', async ({ page }) => {
  await openInBrackets(page, 'builder');
  const field = page.getByLabel('⟦Coupon code⟧');
  await field.fill('nowhere');
  await page.getByRole('button', { name: '⟦Apply⟧' }).click();
  await expect(field).toHaveAccessibleDescription('⟦Unable to apply coupon NOWHERE⟧');
  expect(await hardWired(page)).toEqual([]);
});
