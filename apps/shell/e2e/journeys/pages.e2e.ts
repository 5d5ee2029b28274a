import { violations } from '@newsstand/build/axe';
import { rowTags } from '@newsstand/build/row-tags';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { WATCHDOG } from '../../src/loader/watchdog.ts';
import { measured } from './measured.ts';
import { letter, newReader } from './stack.ts';

const SIZES = [
  { width: 375, height: 812 },
  { width: 1280, height: 1000 },
];

/** A slow 4G line: 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };

/**
 * Every page of the magazine. Where a name is the publication's, the front page or the store leads there. A `short`
 * page fits on one screen; one of `ci` is CI's.
 */
const PAGES: { name: string; path: string; link?: string; cart?: true; short?: true; ci?: true }[] = [
  { name: 'the front page', path: '/' },
  { name: 'an article', path: '/', link: 'a[href^="/articles/"]' },
  { name: 'an issue', path: '/', link: 'a[href^="/issue/"]', ci: true },
  { name: 'the store', path: '/store', ci: true },
  { name: 'the store with something in the cart', path: '/store', cart: true, ci: true },
  { name: 'a product', path: '/store', link: 'main a[href^="/store/product/"]', ci: true },
  { name: 'the check-out', path: '/store/checkout', short: true, ci: true },
  { name: 'the check-out with something in the cart', path: '/store/checkout', cart: true },
  { name: 'the subscription builder', path: '/subscribe', ci: true },
  { name: 'the donations', path: '/donate', ci: true },
  { name: 'the login', path: '/login', ci: true },
  { name: 'the login of institutions', path: '/institutional-subscriptions', ci: true },
  { name: 'the account of nobody', path: '/account', ci: true },
  { name: 'the receipts', path: '/receipts', short: true, ci: true },
  { name: 'the mailing list', path: '/mailing-list', ci: true },
  { name: 'a page that is not there', path: '/nowhere', ci: true },
];

type Watched = { shift: number; shifted: string[]; violations: string[] };
declare global {
  var watched: Watched;
}

/** What moves without the reader's doing, and what the policy refuses, from the page's first moment. */
const watch = (): void => {
  globalThis.watched = { shift: 0, shifted: [], violations: [] };
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    watched.violations.push(`${violatedDirective} ${blockedURI}`),
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('value' in entry) || !('hadRecentInput' in entry) || entry.hadRecentInput) continue;
      watched.shift += Number(entry.value);
      const sources: { node?: Node }[] = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
      watched.shifted.push(...sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : (node?.nodeName ?? ''))));
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Goes down the page as a reader does, so that every widget that waits to be seen comes, and back up. */
const readThrough = async (page: Page): Promise<void> => {
  const waiting = page.locator('[data-widget]:not([data-when="intent"]), #checkout');
  for (const element of await waiting.all()) {
    await element.scrollIntoViewIfNeeded().catch(() => undefined);
    await expect(element).toHaveAttribute('data-state', 'loaded');
  }
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
};

const putSomethingIn = async (page: Page): Promise<void> => {
  const products: { type: string; ref: string }[] = await (await page.request.get('/api/store/products')).json();
  const item = products.find(({ type }) => type === 'basic-product');
  const answer = await page.request.post('/api/cart', {
    headers: { origin: new URL(page.url()).origin },
    data: { type: 'add', item: { item: item?.type, ref: item?.ref, quantity: 1 } },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  // A page of the magazine that has seen the cart: the next one knows the count.
  await page.evaluate(async () => {
    const response = await fetch('/api/cart');
    document.dispatchEvent(new CustomEvent('update-cart', { detail: { v: 1, cart: await response.json() } }));
  });
};

/** What a theme changes is colours: the rest is asked about in light. */
const violationsOf = async (page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> =>
  (await violations(page, colorScheme === 'light' ? {} : { only: ['color-contrast'] })).map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );

for (const viewport of SIZES)
  // A telephone has the least room, and every run; what a widget looks like on a desk its remote's own tests say, too.
  test.describe(`${viewport.width} pixels wide`, { tag: viewport.width < 600 ? [] : '@ci' }, () => {
    test.use({ viewport });
    for (const [index, path] of ['/store/checkout', '/store', '/mailing-list'].entries())
      test(
        `a first visit of ${path} over a slow line moves nothing, although typefaces come after the words`,
        { tag: rowTags(index) },
        async ({ page }) => {
          const session = await page.context().newCDPSession(page);
          await session.send('Network.enable');
          await session.send('Network.emulateNetworkConditions', SLOW);
          await page.addInitScript(watch);
          await page.goto(path);
          await expect(page.locator('main').locator('[data-widget], #checkout').first()).toHaveAttribute('data-state', 'loaded');
          await page.evaluate(() => document.fonts.ready);
          await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
          const { shift, shifted } = await page.evaluate(() => watched);
          expect.soft(shifted, 'what moved').toEqual([]);
          measured({ name: 'layout-shift', value: shift, unit: 'score', limit: { max: 0 } });
          expect(shift).toBe(0);
        },
      );
    for (const { name, path, link, cart, short, ci } of PAGES)
      test(
        `${name} stays where it is while widgets come, breaks no rule of its policy, and is accessible in light and dark`,
        { tag: ci ? '@ci' : [] },
        async ({ page }) => {
          const complaints: string[] = [];
          await page.goto(path);
          const address = link ? await page.locator(link).first().getAttribute('href') : path;
          if (cart) await putSomethingIn(page);
          await page.addInitScript(watch);
          page.on('console', (message) => {
            // That the page itself is not there is no fault of it.
            const itself = message.location().url === page.url();
            if (['error', 'warning'].includes(message.type()) && !itself) complaints.push(message.text());
          });
          page.on('pageerror', (error) => complaints.push(error.message));
          await page.goto(address ?? path);
          await readThrough(page);
          const { shift, shifted, violations } = await page.evaluate(() => watched);
          measured({ name: 'layout-shift', value: shift, unit: 'score', limit: { max: 0 } });
          expect.soft(shifted, 'what moved').toEqual([]);
          expect.soft(shift).toBe(0);
          expect.soft(violations).toEqual([]);
          // What has little to say leaves no hole before the footer.
          if (short) await expect.soft(page.getByRole('contentinfo')).toBeInViewport();
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            const found = await violationsOf(page, colorScheme);
            measured({ name: 'axe-violations', value: found.length, unit: 'rules', limit: { max: 0 } });
            expect.soft(found, colorScheme).toEqual([]);
          }
          expect.soft(complaints).toEqual([]);
        },
      );
  });

test.describe('a reader without scripts', () => {
  test.use({ javaScriptEnabled: false });
  for (const [index, width] of [375, 1280].entries())
    test(
      `finds what is sold, what it costs and whether it is there, and the way to each, ${width} pixels wide`,
      { tag: rowTags(index) },
      async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto('/store');
        const first = page
          .locator('main li')
          .filter({ has: page.getByRole('heading', { level: 3 }) })
          .first();
        await expect(first).toContainText(/\$\d+\.\d\d/);
        await expect(first.locator('.newsstand-availability')).toHaveText(/\S/);
        const link = first.getByRole('link');
        const name = await link.innerText();
        await link.click();
        await expect(page).toHaveURL(/\/store\/product\//);
        const product = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1, name }) });
        await expect(product).toContainText(/\$\d+\.\d\d/);
        await expect(product.locator('.newsstand-availability')).toHaveText(/\S/);
        await expect(product.locator('.newsstand-description')).toHaveText(/\S/);
        await expect(product.getByRole('img')).toBeVisible();
        await expect(page.locator('noscript .held')).toContainText('This page needs JavaScript.');
        await page.goto('/');
        await page.locator('main a[href^="/issue/"]').first().click();
        await expect(page.locator('.newsstand-offer')).toHaveCount(2);
      },
    );

  test('joins the mailing list by a letter, and logs in and reads on', { tag: '@ci' }, async ({ page, request, browser }) => {
    const email = newReader('plain');
    await page.goto('/mailing-list');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Write to me' }).click();
    await expect(page.getByRole('status')).toContainText(`A letter to ${email} is on its way.`);
    const { text } = await letter(request, email, /^Do you want letters/);
    await page.goto(/http\S+\/api\/letters\/lists\?join=\S+/.exec(text)?.[0] ?? 'no link');
    await page.getByRole('button', { name: 'Yes, write to me' }).click();
    await expect(page.getByRole('status')).toHaveText('You are on the list. Thank you!');

    await subscribeWithScripts(browser, email);
    await page.goto('/articles/contraband-cheese');
    await page.getByRole('link', { name: 'Log in to read on' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill('a wrong one');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toHaveText(/\S/);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/articles\/contraband-cheese$/);
    await expect(page.locator('[data-widget="login.paywall"]')).toHaveCount(0);
  });
});

const PASSWORD = 'a ferry at dawn';

/** On a slow machine, what a test holds back comes after the loader's patience: here it has no end. */
function waitForGood(watchdog: number): void {
  const { setTimeout } = globalThis;
  const patient = (work: () => void, ms?: number, ...rest: []) => (ms === watchdog ? 0 : setTimeout(work, ms, ...rest));
  Object.assign(globalThis, { setTimeout: patient });
}

/** A digital year for nothing, in a browser that has scripts. */
async function subscribeWithScripts(browser: Browser, email: string): Promise<void> {
  const page = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
  await page.goto('/subscribe?level=standard-digital&code=DIPLOMATICBAG');
  await expect(page.getByText('Coupon Applied')).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Full name').fill('Paula Plain');
  await page.getByRole('textbox', { name: /^Email/ }).fill(email);
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/receipts\?token=/, { timeout: 60_000 });
  await page.context().close();
}

for (const [index, width] of [375, 720, 1280].entries())
  test(
    `the goods of the store take exactly the room of its words, for who has read on before they came (${width} px)`,
    { tag: rowTags(index) },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      let letCome = (): void => undefined;
      const held = new Promise<void>((resolve) => (letCome = resolve));
      await page.route(/\/platform[^/]*\.js/, async (route) => {
        await held;
        await route.continue();
      });
      await page.addInitScript(watch);
      await page.addInitScript(waitForGood, WATCHDOG);
      await page.goto('/store');
      await page.evaluate(() => document.fonts.ready);
      const store = page.locator('[data-widget="checkout.store"]');
      // So that the cart below is no part of it, which has a room of its own.
      await store.scrollIntoViewIfNeeded();
      await store.getByRole('link').last().scrollIntoViewIfNeeded();
      const height = (): Promise<number> => store.evaluate((element) => Math.round(element.getBoundingClientRect().height));
      const words = await height();
      // What the page's own letters moved before is another matter.
      await page.evaluate(() => (watched.shifted = []));
      letCome();
      await expect(store).toHaveAttribute('data-state', 'loaded');
      expect(await height()).toBe(words);
      expect(await page.evaluate(() => watched.shifted)).toEqual([]);
    },
  );

/**
 * Ways in which routers change the address: with what the template says of the page on `<html>`, and without; and in
 * browsers that do not name visits.
 */
for (const [router, { writesHtml, namesVisits }] of Object.entries({
  'writes what the page says of itself': { writesHtml: true, namesVisits: true },
  'leaves what the page says of itself': { writesHtml: false, namesVisits: true },
  'swaps words in a browser that names no visits': { writesHtml: false, namesVisits: false },
}))
  test(
    `a product box that stays shows the product of the new address where a router ${router}, and a later word in it changes nothing`,
    { tag: '@ci' },
    async ({ page }) => {
      if (!namesVisits) await page.addInitScript(() => Object.defineProperty(globalThis, 'navigation', { value: undefined }));
      await page.goto('/store');
      const links = page.locator('main a[href^="/store/product/"]');
      await links.first().waitFor();
      const hrefs = await links.evaluateAll((found) => [...new Set(found.map((link) => link.getAttribute('href') ?? ''))]);
      const [first = '', second = '', third = ''] = hrefs;
      await page.goto(first);
      const box = page.locator('[data-widget="checkout.product"]');
      const name = box.getByRole('heading').first();
      await expect(box).toHaveAttribute('data-state', 'loaded');
      const before = (await name.textContent()) ?? '';
      // Browsers without a screen may never be idle; what watches the page comes then.
      await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name: file }) => /\/later\b[^/]*\.js/.test(file)));
      // A template of somebody's that leaves it to the address which product is meant.
      await box.evaluate((element) => element.removeAttribute('data-slug'));
      await expect(box).toHaveAttribute('data-state', 'loaded');
      await expect(name).toHaveText(before);
      const turn = (how: 'pushState' | 'replaceState', address: string): Promise<void> =>
        page.evaluate(
          ([write, to, html, words]) => {
            history[write](null, '', to);
            if (html) document.querySelector('html')?.setAttribute('data-newsstand-slug', /[^/?]+(?=\?|$)/.exec(to)?.[0] ?? '');
            if (words) document.querySelector('main')?.append('Other words.');
          },
          [how, address, writesHtml, !namesVisits] as const,
        );
      await turn('pushState', second);
      await expect(name).not.toHaveText(before);
      await expect(box).toHaveAttribute('data-state', 'loaded');
      const after = (await name.textContent()) ?? '';
      const shown = await box.locator('.newsstand-root').elementHandle();
      await turn('replaceState', `${second}?from=letter`);
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      expect(await shown?.evaluate((root) => root.isConnected)).toBe(true);
      // Another path is another page, however it is written into the address.
      await turn('replaceState', third);
      await expect(name).not.toHaveText(after);
      await expect(box).toHaveAttribute('data-state', 'loaded');
      await expect(name).not.toHaveText(before);
      await page.goBack();
      // Also where the router leaves what it wrote last.
      await expect(name).toHaveText(before);
    },
  );
