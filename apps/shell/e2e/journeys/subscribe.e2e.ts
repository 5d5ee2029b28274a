import { expect, test, type Page } from '@playwright/test';
import { captured, enterCard, fillAddress, newReader, nextMail } from './stack.ts';

async function payAs(page: Page, name: string, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  // A subscription of one's own comes with an account.
  if (await page.getByLabel('Confirm password').isVisible()) {
    await page.getByLabel(/^Password/).fill('a ferry at dawn');
    await page.getByLabel('Confirm password').fill('a ferry at dawn');
  }
  if (await page.getByRole('textbox', { name: /^Address/ }).isVisible()) await fillAddress(page);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await enterCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  await expect(page).toHaveURL(/\/receipts\?token=/);
}

test('a reader subscribes to print for two years, and pays what the builder showed', async ({ page, request }) => {
  const email = newReader('subscriber');
  const taken = await captured(request);
  await page.goto('/subscribe?years=2years');
  await expect(page.getByRole('radio', { name: /2 years/ })).toBeChecked();
  await expect(page.getByText('$112.00').last()).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await payAs(page, 'Sue Scriber', email);
  expect((await captured(request)) - taken).toBe(11_200);
  expect((await nextMail(request, email)).text).toContain('$112.00');
});

test('a donor gives a tier once', async ({ page, request }) => {
  const email = newReader('donor');
  const taken = await captured(request);
  await page.goto('/donate');
  await page.getByRole('radio', { name: /Visitor Visa/ }).check();
  await page.getByRole('radio', { name: /Check out now/ }).check();
  await page.getByRole('button', { name: /Donate \$50/ }).click();
  await payAs(page, 'Don Ator', email);
  expect((await captured(request)) - taken).toBe(5000);
  expect((await nextMail(request, email)).text).toContain('$50.00');
});
