// @module-tag ci
import { expect, test, type Page } from '@playwright/test';
import { captured, fromEnvironment, newReader, nextMail } from './stack.ts';

const sheet = (page: Page) => page.frameLocator('iframe[title="Apple Pay sheet"]');

test('a reader pays with Apple Pay, and page, receipt and letter say so', async ({ page, request }) => {
  const switches = `${fromEnvironment('NEWSSTAND_STRIPE')}/_emulator/switches`;
  const email = newReader('wallet');
  const before = await captured(request);
  await request.post(switches, { data: { apple_pay: true } });
  try {
    await page.goto('/issue/salt');
    await page.locator('[data-item="digital-issue"]').scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Add to Cart: Salt, as a file', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your Cart' }).getByRole('link', { name: 'Proceed to Checkout' }).click();
    await page.getByLabel('Full name').fill('Ada Reader');
    await page.getByRole('textbox', { name: /^Email/ }).fill(email);
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await page.frameLocator('iframe[title="Secure payment input frame"]').getByRole('button', { name: 'Apple Pay' }).click();
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await sheet(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Apple Pay was canceled.').first()).toBeVisible();
    expect(await captured(request)).toBe(before);
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await sheet(page).getByRole('button', { name: 'Pay with Apple Pay' }).click();
    await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 20_000 });
    await expect(page.getByText('Apple Pay Visa ending in 4242')).toBeVisible();
    expect(await captured(request)).toBeGreaterThan(before);
    expect((await nextMail(request, email)).text).toContain('Apple Pay Visa ending in 4242');
  } finally {
    await request.post(switches, { data: { apple_pay: false } });
  }
});
