import { expect, test, type Page } from '@playwright/test';
import { captured, enterCard, newReader, nextMail } from './stack.ts';

const add = async (page: Page) => {
  await page.goto('/issue/terminus');
  const digital = page.locator('[data-item="digital-issue"]');
  await digital.scrollIntoViewIfNeeded();
  await digital.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
};

test('a second tab shows what the first put into the cart', { tag: '@ci' }, async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/');
  await add(page);
  await expect(other.locator('[data-cart-count]').first()).toHaveText('1');
  const third = await context.newPage();
  await third.goto('/store');
  await expect(third.locator('[data-cart-count]').first()).toHaveText('1');
});

test(
  'two tabs of a new reader that put something into the cart in the same moment lose nothing',
  { tag: '@ci' },
  async ({ page, context }) => {
    const tabs = [page, await context.newPage()];
    // Both are on the way at once, if they do not go one after the other: the first waits a moment for the second.
    const sent: string[] = [];
    await context.route('**/api/cart', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent.push(route.request().url());
      for (let patience = 25; sent.length < 2 && patience > 0; patience -= 1) await new Promise((resolve) => setTimeout(resolve, 20));
      return route.continue();
    });
    const buttons = await Promise.all(
      tabs.map(async (tab, index) => {
        await tab.goto(['/issue/terminus', '/issue/salt'][index] ?? '/');
        await tab.bringToFront();
        const digital = tab.locator('[data-item="digital-issue"]');
        await digital.scrollIntoViewIfNeeded();
        return digital.getByRole('button', { name: /Add to Cart/ });
      }),
    );
    const answers = tabs.map((tab) => tab.waitForResponse((response) => response.request().method() === 'POST'));
    await Promise.all(buttons.map((button) => button.click()));
    await Promise.all(answers);
    const cart: { items: unknown[] } = await (await page.request.get('/api/cart')).json();
    expect(cart.items).toHaveLength(2);
  },
);

test('a double click on Submit Payment charges once, and a reload on the way still ends on the receipt', async ({ page, request }) => {
  const email = newReader('double');
  const taken = await captured(request);
  await add(page);
  await page.goto('/store/checkout');
  await page.getByLabel('Full name').fill('Dee Clicker');
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByRole('button', { name: 'Proceed to Payment' }).dblclick();
  await enterCard(page, '4242424242424242');
  const paid = page.waitForResponse((response) => response.url().includes('/confirm') && response.ok());
  await page.getByRole('button', { name: 'Submit Payment' }).dblclick();
  await paid;
  // The page may be leaving for the receipt by itself just then.
  if (!page.url().includes('/receipts')) await page.reload().catch(() => undefined);
  // A reload in the very moment in which it leaves keeps it here: then it says that the order is paid, and leads there.
  const led = page.getByRole('status').getByRole('link', { name: 'receipt' });
  await expect(async () => {
    // It may go by itself between the look and the click, which would wait for the link ever after.
    if (await led.isVisible()) await led.click({ timeout: 5000 });
    expect(page.url()).toMatch(/\/receipts\?token=/);
  }).toPass();
  expect((await captured(request)) - taken).toBe(800);
  expect((await nextMail(request, email)).text).toContain('$8.00');
});

test('two tabs that check out the same cart pay once', { tag: '@ci' }, async ({ page, context, request }) => {
  const taken = await captured(request);
  const email = newReader('tabs');
  await add(page);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/store/checkout');
    await tab.getByLabel('Full name').fill('Tab Twice');
    await tab.getByRole('textbox', { name: /^Email/ }).fill(email);
    await tab.getByRole('button', { name: 'Proceed to Payment' }).click();
    await enterCard(tab, '4242424242424242');
  }
  await page.getByRole('button', { name: 'Submit Payment' }).click();
  await expect(page).toHaveURL(/\/receipts\?token=/);
  // The second tab hears of it and follows, so there is nothing left to pay twice.
  await expect(other).toHaveURL(/\/receipts\?token=/);
  await expect.poll(async () => (await captured(request)) - taken).toBe(800);
});

test('when the files of a remote cannot be had, its fallback stays and the other remote works', { tag: '@ci' }, async ({ page }) => {
  await page.route(/\/mf\/checkout\//, (route) => route.abort());
  await page.goto('/mailing-list');
  await page.getByRole('textbox', { name: /email/i }).fill('not an address');
  await page
    .getByRole('button', { name: /sign up|subscribe|join|send/i })
    .first()
    .click();
  await expect(page.getByText(/email address/i).first()).toBeVisible();
  await page.goto('/store');
  await expect(page.locator('[data-widget="checkout.store"]')).toHaveAttribute('data-state', 'failed');
  await expect(page.locator('[data-widget="checkout.store"] a').first()).toBeVisible();
  await page.goto('/store/checkout');
  const checkout = page.locator('#checkout');
  await expect(checkout).toHaveAttribute('data-state', 'failed');
  await expect(checkout.getByText('This part of the page could not be loaded.')).toBeVisible();
  await expect(checkout.getByRole('link', { name: 'Try again' })).toBeVisible();
  await expect(checkout.getByText('is being fetched')).toBeHidden();
});

test('a reader joins the mailing list', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/mailing-list');
  await page.getByRole('textbox', { name: /email/i }).fill(newReader('letter'));
  await page
    .getByRole('button', { name: /sign up|subscribe|join|send/i })
    .first()
    .click();
  await expect(page.locator('[data-widget="mailing-list.form"]')).toHaveAttribute('data-state', 'completed');
});

test('a cart that was filled elsewhere shows in the header as soon as a widget of the page knows it', { tag: '@ci' }, async ({ page }) => {
  await page.goto('/');
  const added = await page.request.post('/api/cart', {
    headers: { origin: new URL(page.url()).origin },
    data: { type: 'add', item: { item: 'digital-issue', ref: 'iss:15', quantity: 2 } },
  });
  expect(added.ok()).toBe(true);
  await page.goto('/store/checkout');
  await expect(page.locator('[data-cart-count]').first()).toHaveText('2');
});
