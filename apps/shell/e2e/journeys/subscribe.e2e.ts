import { expect, test, type Page } from '@playwright/test';
import { captured, enterCard, fillAddress, letter, newReader } from './stack.ts';

const PASSWORD = 'a ferry at dawn';

/** What the builder shows as the total, in cents. */
async function shownTotal(page: Page): Promise<number> {
  const text = await page.locator('[data-widget^="subscribe."] output').last().innerText();
  return Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100);
}

async function aboutMe(page: Page, name: string, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();
  await page.getByLabel('Full name').fill(name);
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
}

test(
  'a reader subscribes to print for two years with a coupon and a product, and pays what the builder showed',
  { tag: ['@§2.query.8', '@§6.visitor.4'] },
  async ({ page, request }) => {
    const email = newReader('subscriber');
    const taken = await captured(request);
    await page.goto('/subscribe?years=2years&code=firstlanding');
    await expect(page.getByRole('radio', { name: /2 years/ })).toBeChecked();
    await expect(page.getByText('Coupon Applied')).toBeVisible();
    await expect(page.getByRole('radio', { name: /Solidarity/ })).toBeDisabled();
    const alone = await shownTotal(page);
    expect(alone).toBe(11_200 - 1400);
    await page.getByRole('checkbox', { name: /^Add / }).first().check();
    await expect.poll(() => shownTotal(page)).toBeGreaterThan(alone);
    const shown = await shownTotal(page);
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();

    await aboutMe(page, 'Sue Scriber', email);
    await fillAddress(page);
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    // The account is there before anything is paid, and the page says so.
    await expect(page.locator('[data-widget="login.header"]')).toContainText('Sue Scriber');
    await enterCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Submit Payment' }).click();
    await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
    expect((await captured(request)) - taken).toBe(shown);
    // Welcome, receipt and subscription are one letter.
    const { text } = await letter(request, email, /^Your receipt from/);
    for (const message of [`$${(shown / 100).toFixed(2)}`, 'Print, Standard, 2 years (8 issues)', 'You are subscribed'])
      expect(text).toContain(message);

    await page.goto('/subscribe');
    await page.getByRole('radio', { name: /For me/ }).check();
    await expect(page.getByText('You already have a subscription account')).toBeVisible();
    await page.getByRole('link', { name: 'Renew my subscription' }).click();
    await expect(page.getByText('You have 8 issues to come')).toBeVisible();
  },
);

test(
  'a coupon makes a digital year free: nothing is charged, and the receipt and its letter are there',
  { tag: ['@ci', '@§4.results.5'] },
  async ({ page, request }) => {
    const email = newReader('free');
    const taken = await captured(request);
    await page.goto('/subscribe?level=standard-digital&code=DIPLOMATICBAG');
    await expect(page.getByText('Coupon Applied')).toBeVisible();
    await expect(page.locator('[data-widget="subscribe.builder"] output').last()).toHaveText('FREE');
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
    await aboutMe(page, 'Fee Free', email);
    await expect(page.getByText('whose donations keep the border open')).toBeVisible();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
    await expect(page.getByText('Nothing to pay')).toBeVisible();
    expect((await captured(request)) - taken).toBe(0);
    const { text } = await letter(request, email, /^Your receipt from/);
    for (const message of ['FREE', 'Digital, Standard, 1 year (4 issues)', 'You are subscribed']) expect(text).toContain(message);
  },
);
