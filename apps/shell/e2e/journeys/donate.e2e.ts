import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { passRefusedMonth, runRenewals } from './passing-time.ts';
import { captured, enterCard, letter, newReader } from './stack.ts';

async function give(page: Page, request: APIRequestContext, email: string, cents: number): Promise<void> {
  const taken = await captured(request);
  await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();
  await page.getByLabel('Full name').fill('Don Ator');
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await enterCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
  expect((await captured(request)) - taken).toBe(cents);
}

test('a donor gives a tier once', { tag: ['@ci', '@§1.audience.4'] }, async ({ page, request }) => {
  const email = newReader('donor');
  await page.goto('/donate');
  await page.getByRole('radio', { name: /Visitor Visa/ }).check();
  await page.getByRole('radio', { name: /Check out now/ }).check();
  await page.getByRole('button', { name: /Donate \$50/ }).click();
  await give(page, request, email, 5000);
  expect((await letter(request, email, /^Your receipt from/)).text).toContain('$50.00');
});

test(
  'a donor gives an amount of their own each month, and is told when the next one is charged',
  { tag: ['@§2.query.5', '@§4.donation-card.3'] },
  async ({ page, request }) => {
    const email = newReader('patron');
    await page.goto('/donate?type=monthly&amount=17');
    await page.getByRole('radio', { name: /Check out now/ }).check();
    await page.getByRole('button', { name: /Donate \$17 a month/ }).click();
    await give(page, request, email, 1700);
    const told = await letter(request, email, /^Thank you from/);
    expect(told.text).toContain('$17.00');
    expect(told.text).toMatch(/month/);
  },
);

test(
  'a monthly donation whose card fails goes on with another card by the link in the letter, and is charged once',
  { tag: ['@ci', '@§4.donation-card.2'] },
  async ({ page, request }) => {
    const email = newReader('failing');
    await page.goto('/donate?type=monthly&amount=19');
    await page.getByRole('radio', { name: /Check out now/ }).check();
    await page.getByRole('button', { name: /Donate \$19 a month/ }).click();
    await give(page, request, email, 1900);
    const given = await captured(request);

    const link = await test.step('a month later the bank wants the card never to be tried again, and a letter says so', async () => {
      await passRefusedMonth(request, email, 'stolen_card');
      expect(await captured(request)).toBe(given);
      const { text } = await letter(request, email, /^Please update your payment information/);
      return /\S+\/account\/donation\?token=[\w-]+/.exec(text)?.[0] ?? 'no link';
    });

    await test.step('the new card pays the month at once, and neither the page nor the renewal run charges it again', async () => {
      await page.goto(link);
      await expect(page.getByText('This donation could not be charged.')).toBeVisible();
      await enterCard(page, '5555555555554444');
      await page.getByRole('button', { name: 'Update card' }).click();
      await expect(page.getByText('Payment updated successfully')).toBeVisible();
      expect((await captured(request)) - given).toBe(1900);
      await expect(page.getByText('This donation could not be charged.')).toHaveCount(0);
      await page.reload();
      await runRenewals();
      expect((await captured(request)) - given).toBe(1900);
      await letter(request, email, /^Your receipt from/, 2);
    });
  },
);
