import { expect, test, type Page } from '@playwright/test';
import { captured, enterCard, fillAddress, letter, newReader } from './stack.ts';

/** Which of the two is of the release before; Playwright also lists these tests where nothing runs. */
const PAIR = process.env['NEWSSTAND_RELEASES'] ?? 'two releases';
const PASSWORD = 'a ferry at dawn';
const ACCOUNT_PAGES = ['', '/name', '/email', '/address', '/payment', '/sessions', '/data'];

let broken: string[] = [];
test.beforeEach(({ page }) => {
  broken = [];
  page.on('pageerror', (error) => broken.push(String(error)));
  // A refusal is an answer; that the API knows no such call, or breaks over what it was sent, is none.
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && (response.status() === 404 || response.status() >= 500))
      broken.push(`${response.status()} ${pathname}`);
  });
});

/** Each widget of the page that starts with it is there, and none gave up. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.locator('main [data-widget][data-state="loaded"], main [data-widget][data-state="completed"]').first()).toBeVisible();
  await expect(page.locator('[data-state="loading"]')).toHaveCount(0);
  await expect(page.locator('[data-state="failed"]')).toHaveCount(0);
  expect(broken).toEqual([]);
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await enterCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Your papers are in order. Thank you.' })).toBeVisible();
  await expectWhole(page);
}

test(`${PAIR}: a guest buys from the store, and pays what the check-out showed`, async ({ page, request }) => {
  const taken = await captured(request);
  await page.goto('/store');
  await expectWhole(page);
  await page.locator('[data-widget="checkout.store"]').getByRole('link', { name: 'Tide Table Print' }).first().click();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.getByRole('dialog', { name: 'Your Cart' }).getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();
  await page.getByLabel('Full name').fill('Ada Reader');
  await page.getByRole('textbox', { name: /^Email/ }).fill(newReader('guest'));
  await fillAddress(page);
  await pay(page);
  const total = ((await captured(request)) - taken) / 100;
  expect(total).toBeGreaterThan(0);
  await expect(
    page
      .locator('main')
      .getByText(`$${total.toFixed(2)}`)
      .first(),
  ).toBeVisible();
});

test(`${PAIR}: a reader subscribes, finds every page of the account, changes the name, logs out, and is back by the password`, async ({
  page,
  request,
}) => {
  const email = newReader('subscriber');
  await page.goto('/subscribe?level=standard-digital');
  await expectWhole(page);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Full name').fill('Sue Scriber');
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await pay(page);
  await letter(request, email, /^Your receipt from/);

  for (const part of ACCOUNT_PAGES) {
    await page.goto(`/account${part}`);
    await expectWhole(page);
  }
  await page.goto('/account/name');
  await page.getByLabel('New name').fill('Sue Writer');
  await page.getByRole('button', { name: 'Update name' }).click();
  const header = page.locator('[data-widget="login.header"]');
  await expect(header).toContainText('Sue Writer');
  await page.goto('/subscribe/renew');
  await expect(page.getByText('You have 4 issues to come')).toBeVisible();
  await expectWhole(page);

  await header.getByRole('link').or(header.getByRole('button')).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await expect(header).toContainText('Log in');
  await page.goto('/login?redirect=/account');
  const form = page.getByRole('tabpanel');
  await form.getByRole('textbox', { name: 'Email' }).first().fill(email);
  await form.locator('input[type="password"]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible();
  await expectWhole(page);
});

test(`${PAIR}: a gift is bought and redeemed`, async ({ page, browser, request }) => {
  const giver = newReader('giver');
  await page.goto('/subscribe?type=gift');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Full name').fill('Gus Giver');
  await page.getByRole('textbox', { name: /^Email/ }).fill(giver);
  await pay(page);
  const { text } = await letter(request, giver, /^Your gifts? from/);
  const reader = await (await browser.newContext()).newPage();
  await reader.goto(/http\S+\/subscribe\/redeem\?token=[\w-]+/.exec(text)?.[0] ?? 'no link');
  await reader.getByRole('radio', { name: /^Digital/ }).check();
  await reader.getByLabel('Full name').fill('Gia Giftee');
  await reader.getByLabel('Email').first().fill(newReader('giftee'));
  await reader.getByLabel(/^Password/).fill(PASSWORD);
  await reader.getByLabel('Confirm password').fill(PASSWORD);
  await reader.getByRole('button', { name: 'Redeem' }).click();
  await expect(reader.getByText('Your subscription is redeemed.')).toBeVisible({ timeout: 60_000 });
  await reader.close();
});

test(`${PAIR}: a donor gives each month, and a reader joins the mailing list`, async ({ page, request }) => {
  const taken = await captured(request);
  await page.goto('/donate?type=monthly&amount=17');
  await expectWhole(page);
  await page.getByRole('radio', { name: /Check out now/ }).check();
  await page.getByRole('button', { name: /Donate \$17 a month/ }).click();
  await page.getByLabel('Full name').fill('Don Ator');
  await page.getByRole('textbox', { name: /^Email/ }).fill(newReader('patron'));
  await pay(page);
  expect((await captured(request)) - taken).toBe(1700);

  await page.goto('/mailing-list');
  await page.getByRole('textbox', { name: /email/i }).fill(newReader('letter'));
  await page
    .getByRole('button', { name: /sign up|subscribe|join|send/i })
    .first()
    .click();
  await expect(page.locator('[data-widget="mailing-list.form"]')).toHaveAttribute('data-state', 'completed');
  expect(broken).toEqual([]);
});
