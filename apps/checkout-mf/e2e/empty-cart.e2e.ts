import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { expectReceipt, open } from './open.ts';

test('an empty cart shows the publication’s own words', { tag: ['@§2.checkout.7', '@§8.cart.1'] }, async ({ page }) => {
  await open(page, 'empty-cart');
  await expect(page.getByText('You have nothing to declare.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Store' })).toHaveAttribute('href', '/store');
});

test('who paid and closed the page finds the way to the receipt at the check-out', { tag: '@ci' }, async ({ page }) => {
  await open(page, 'empty-cart-paid');
  await expect(page.getByText('Your last order is paid.')).toBeVisible();
  await page.getByRole('link', { name: 'See its receipt' }).click();
  await expectReceipt(page);
  await open(page, 'empty-cart-processing');
  await expect(page.getByText('The payment of your last order is on its way.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See how far it is' })).toHaveAttribute('href', /^\/invoice\//);
  await open(page, 'empty-cart');
  await expect(page.getByText('last order')).toHaveCount(0);
});

test('who blocks cookies, and so has no cart after what they put into it, is told why, and nobody else is', async ({ page }) => {
  await open(page, 'empty-cart');
  await expect(page.getByText('You have nothing to declare.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await page.evaluate(() => document.cookie)).not.toContain('newsstand-cookie');
  // As Chromium does where its settings block them: it says that they are enabled.
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }));
  await open(page, 'empty-cart');
  await expect(page.getByRole('alert')).toHaveText(
    'Your browser does not keep our cookie, and so no cart. Allow cookies for this site, and fill it again.',
  );
});
