import { cacheBefore } from '@newsstand/build/cache-before';
import { goSoftly } from '@newsstand/build/soft-navigation';
import { expect, test, type Page } from '@playwright/test';

const DESKTOP = { width: 1280, height: 1000 };
const PHONE = { width: 375, height: 900 };
const PASSWORD = 'a ferry at dawn';
const REST = 'Who waits at the barrier';
const newReader = (name: string): string => `${name}-${Date.now().toString(36)}@reader.example`;

/** How heavy each file is that a page has of ours; Ghost has an `/api/` of its own, behind `/members`. */
const OURS = `performance.getEntriesByType('resource').filter(({ name }) =>
  name.startsWith(new URL(document.querySelector('script[src$="/loader.js"]').src).origin) || /^\\/(?:mf|api)\\//.test(new URL(name).pathname))
  .map(({ encodedBodySize }) => encodedBodySize)`;

/** Nothing stands out of the page's side. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
}

/**
 * As a person does, who looks for a button below the fold first: Chromium may hand a click to the payment frame that
 * stood there a frame ago.
 */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.scrollIntoViewIfNeeded();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  await button.click();
}

async function pay(page: Page): Promise<void> {
  await press(page, 'Proceed to Payment');
  const card = page.frameLocator('iframe[title="Secure payment input frame"]');
  await card.getByLabel('Card number').fill('4242424242424242');
  await card.getByLabel('Expiration date').fill('12 / 34');
  await card.getByLabel('Security code').fill('123');
  await expectFits(page);
  await press(page, 'Submit Payment');
  await expect(page).toHaveURL(/\/shop\/receipt\/\?token=/, { timeout: 90_000 });
  await expect(page.getByRole('heading', { name: 'Your papers are in order. Thank you.' })).toBeVisible();
  await expectFits(page);
}

for (const viewport of [DESKTOP, PHONE]) {
  test(`a guest finds a product in the store, adds it, checks out and has a receipt (${viewport.width} px)`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/shop/');
    await page
      .locator('[data-widget="checkout.store"][data-state="loaded"]')
      .getByRole('link', { name: 'Tide Table Print' })
      .first()
      .click();
    await expect(page).toHaveURL('/shop/product/?slug=tide-table-print');
    await expect(page.getByRole('heading', { level: 1, name: 'Tide Table Print' })).toBeVisible();
    await expectFits(page);
    await press(page, 'Add to Cart');
    const panel = page.getByRole('dialog', { name: 'Your Cart' });
    await panel.getByRole('link', { name: 'Proceed to Checkout' }).click();
    await expect(page.getByRole('heading', { name: 'Check Out', level: 1 })).toBeVisible();
    await page.getByLabel('Full name').fill('Ada Reader');
    await page.getByRole('textbox', { name: /^Email/ }).fill(newReader('guest'));
    await page.getByRole('textbox', { name: /^Address/ }).fill('12 Harbour Street');
    await page.getByLabel('City').fill('Portland');
    const country = page.getByRole('combobox', { name: /^Country/ });
    await country.fill('');
    await country.fill('United States');
    await page.getByRole('option', { name: 'United States', exact: true }).click();
    await page.getByRole('combobox', { name: /^State/ }).fill('Maine');
    await page.getByRole('option', { name: 'Maine' }).click();
    await page.getByLabel('Postal code').fill('04101');
    await expectFits(page);
    await pay(page);
  });
}

test('who meets the paywall subscribes, reads on, has an account, and reads on in another browser after a login; a guest never does (375 px)', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize(PHONE);
  const email = newReader('subscriber');
  await test.step('a guest reads the beginning', async () => {
    await page.goto('/tides/');
    await expect(page.getByText('Twice a day the sea').first()).toBeVisible();
    await expect(page.getByText(REST)).toHaveCount(0);
    await expectFits(page);
    await page.locator('[data-widget="login.paywall"]').getByRole('link', { name: 'Subscribe' }).first().click();
    await expect(page).toHaveURL(/\/subscribe\//);
  });
  await test.step('and subscribes', async () => {
    await page.goto('/subscribe/?level=standard-digital');
    await press(page, 'Proceed to Checkout');
    await page.getByLabel('Full name').fill('Sub Scriber');
    await page.getByRole('textbox', { name: /^Email/ }).fill(email);
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await pay(page);
  });
  await test.step('and reads on, and has an account', async () => {
    await page.goto('/tides/');
    await expect(page.getByText(REST)).toBeVisible();
    await page.goto('/account/');
    await expect(page.getByRole('region', { name: 'Overview' })).toBeVisible();
    await expectFits(page);
  });
  await test.step('a cache between that keeps all it may gives a guest no whole article, and a subscriber no beginning', async () => {
    const cookie = (await page.context().cookies(baseURL)).map(({ name, value }) => `${name}=${value}`).join('; ');
    const { ask, pages } = cacheBefore(baseURL ?? '');
    for (const reader of ['', cookie, '', cookie]) expect((await ask('/tides/', reader)).includes(REST)).toBe(reader === cookie);
    // It does keep what it may.
    const first = await ask('/ferries/', '');
    expect(await ask('/ferries/', cookie)).toBe(first);
    expect([...pages.keys()]).toEqual(['/ferries/']);
  });
  await test.step('elsewhere the article asks for a login, which leads back to the whole of it', async () => {
    const elsewhere = await browser.newPage({ viewport: DESKTOP, ...(baseURL && { baseURL }) });
    await elsewhere.goto('/login/?redirect=/tides/');
    const form = elsewhere.getByRole('tabpanel');
    await form.getByRole('textbox', { name: 'Email' }).first().fill(email);
    await form.locator('input[type="password"]').fill(PASSWORD);
    await elsewhere.keyboard.press('Enter');
    await expect(elsewhere).toHaveURL(/\/tides\/$/);
    await expect(elsewhere.getByText(REST)).toBeVisible();
    await elsewhere.close();
  });
  await test.step('and who logged in nowhere still reads the beginning', async () => {
    const guest = await browser.newPage({ viewport: DESKTOP, ...(baseURL && { baseURL }) });
    await guest.goto('/tides/');
    await expect(guest.getByText('Twice a day the sea').first()).toBeVisible();
    await expect(guest.getByText(REST)).toHaveCount(0);
    await guest.close();
  });
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`the menu’s cart opens (${viewport.width} px)`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    const cart = page.locator('[data-widget="checkout.panel"]').getByRole('link');
    // A theme may have it in the menu, on a phone (Casper's).
    if (!(await cart.isVisible())) await page.getByRole('button', { name: 'Main Menu' }).click();
    await cart.click();
    await expect(page.getByRole('dialog', { name: 'Your Cart' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectFits(page);
  });

  test(`the list’s popup opens in an article, closes by Escape, and does not come again (${viewport.width} px)`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/letters/');
    const popup = page.getByRole('dialog');
    await expect(popup).toBeVisible();
    await expectFits(page);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
    await page.reload();
    await expect(page.locator('[data-widget="mailing-list.popup"]')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate<number[]>(OURS)).toHaveLength(1);
  });

  test(`a soft navigation from product to product, told apart by a query, brings the other with its words (${viewport.width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await goSoftly(page, '/shop/product/?slug=harbour-mug', '/shop/product/?slug=tide-table-print');
    await expectFits(page);
  });
}

/** Pages that a theme makes of our parts, and a post that is held back. */
const MOVING =
  '/shop/ /shop/product/?slug=harbour-mug /shop/issue/?issue=salt /shop/checkout/ /subscribe/ /donate/ /login/ /letter/ /account/ /tides/'.split(
    ' ',
  );

for (const viewport of [DESKTOP, PHONE])
  test(`nothing of a page moves while its widgets come (${viewport.width} px)`, async ({ page }) => {
    await page.setViewportSize(viewport);
    // Where the theme's own letters come, they move the page by themselves, as Ghost's search does its button.
    await page.route(/\.woff2/, (route) => route.abort());
    await page.addInitScript(`globalThis.shifted = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!entry.hadRecentInput && !entry.sources.every(({ node }) => node?.closest?.('.gh-navigation, .gh-head'))) shifted.push(entry.value + ': ' + entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? '').slice(0, 120)).join(', '));
      }).observe({ type: 'layout-shift', buffered: true });`);
    for (const address of MOVING) {
      await page.goto(address);
      for (const mount of await page.locator('main [data-widget]').all()) {
        await mount.scrollIntoViewIfNeeded();
        await expect(mount).toHaveAttribute('data-state', 'loaded');
      }
      await page.waitForLoadState('networkidle');
      await page.evaluate('new Promise((done) => requestIdleCallback(done))');
      expect.soft(await page.evaluate<string[]>('shifted'), address).toEqual([]);
    }
  });

test('an issue is put into the cart on its own page, whose address says which it is', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/shop/issue/?issue=salt');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No. 5, Salt');
  await expect(page.locator('[data-widget="checkout.add"][data-state="loaded"]')).toHaveCount(2);
  await expectFits(page);
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .last()
    .click();
  await expect(page.getByRole('dialog', { name: 'Your Cart' })).toContainText('Issue 5: Salt');
});

test('without scripts a product has its name and price, what is not sold is a 404, and the sitemap knows the shop', async ({ request }) => {
  const page = await request.get('/shop/product/?slug=harbour-mug');
  const words = await page.text();
  expect(words).toMatch(/<h\d[^>]*>\s*(?:<a [^>]*>)?Harbour Mug/);
  expect(words).toContain('$18.00');
  // It is a page of its own.
  expect(words).toMatch(/<title>Harbour Mug – [^<]+<\/title>/);
  expect(words).toMatch(/<link rel="canonical" href="[^"]*\/shop\/product\/\?slug=harbour-mug">/);
  const gone = await request.get('/shop/product/?slug=gone');
  expect(gone.status()).toBe(404);
  expect(await gone.text()).toMatch(/<h1>This is not in the store<\/h1>[^]*<a href=["']?\/shop\/["']?>/);
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/api/html/sitemap.xml</loc>');
  expect(await (await request.get('/api/html/sitemap.xml')).text()).toContain('/shop/product/?slug=harbour-mug</loc>');
});

test('a plain article costs its reader one request and 2.5 kB of ours, and its header fits a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/ferries/');
  await expect(page.locator('.newsstand-header [data-widget]')).toHaveCount(2);
  await page.waitForLoadState('networkidle');
  await page.evaluate('new Promise((done) => requestIdleCallback(done))');
  const ours = await page.evaluate<number[]>(OURS);
  expect(ours).toHaveLength(1);
  expect(ours[0]).toBeGreaterThan(1000);
  expect(ours[0]).toBeLessThanOrEqual(2500);
  await expectFits(page);
});
