import { readFileSync } from 'node:fs';
import { cartCount } from '@newsstand/contracts/cart-count';
import { roomsSheet } from '@newsstand/contracts/widget-rooms';
import { emptyCart, mixedCart } from '@newsstand/contracts/fixtures/cart';
import { expect, type Page, test } from '@playwright/test';
import { FIREFOX, startFirefox } from './firefox.ts';
import { cmsPage, place, type Site, startSite } from './site.ts';

let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.close());
test.beforeEach(() => {
  site.calls.length = 0;
  site.cart = emptyCart;
});

const COUNT = cartCount(mixedCart);
const header = '<div data-widget="alpha.panel" data-when="intent"><a href="/store/checkout">Cart <span data-cart-count></span></a></div>';
const article = (options = {}, body = ''): string => {
  site.pages.set('/article', { html: cmsPage(site, header + body, options) });
  return `${site.url}/article`;
};
const count = (page: Page) => page.locator('[data-cart-count]');
/** What follows other tabs comes when the browser is idle. */
const followed = (page: Page) =>
  page.evaluate(async (later) => {
    const isThere = () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith(later))?.name;
    while (!isThere()) await new Promise((done) => requestIdleCallback(done));
    await import(isThere() ?? '');
  }, '/later.js');
const fire = (page: Page, detail: unknown) =>
  page.evaluate((value) => document.dispatchEvent(new CustomEvent('update-cart', { detail: value })), detail);

test.describe('on a page without widgets', () => {
  test('a reader without a cart costs one request, and no React', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(article());
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(requests).toEqual([`${site.url}/article`, `${site.stores['shell']}/loader.js`]);
    await expect(count(page)).toHaveText('');
  });

  test('update-cart changes the count, and the next page shows it at once', { tag: ['@§7.events.2'] }, async ({ page }) => {
    await page.goto(article());
    await expect(count(page)).toHaveAttribute('data-cart-count', '0');
    await fire(page, { v: 1, cart: mixedCart });
    await expect(count(page)).toHaveText(String(COUNT));
    await page.route('**/api/cart', () => undefined);
    await page.reload();
    await expect(count(page)).toHaveText(String(COUNT));
  });

  test('the snapshot gives way to the truth', { tag: '@ci' }, async ({ page }) => {
    await page.goto(article());
    await expect(count(page)).toHaveAttribute('data-cart-count', '0');
    await fire(page, { v: 1, cart: mixedCart });
    await page.reload();
    await expect(count(page)).toHaveText('');
    expect(site.calls).toEqual(['/api/cart']);
  });

  test('a page that was cached with the number of another reader shows this reader their own', { tag: '@ci' }, async ({ page }) => {
    site.pages.set('/cached', { html: cmsPage(site, header.replace('></span>', '="7">7</span>')) });
    await page.goto(`${site.url}/cached`);
    await expect(count(page)).toHaveText('');
  });

  test('an inlined cart older than the reader knows is asked for anew', { tag: '@ci' }, async ({ page }) => {
    site.cart = { ...mixedCart, version: 9 };
    await page.goto(article());
    await expect(count(page)).toHaveAttribute('data-cart-count', '0');
    await fire(page, { v: 1, cart: { ...mixedCart, version: 9 } });
    await page.goto(article({ inline: { cart: { ...emptyCart, version: 2 } } }));
    await expect.poll(() => site.calls).toEqual(['/api/cart']);
    await expect(count(page)).toHaveText(String(COUNT));
  });

  test('another tab shows the same count', { tag: '@ci' }, async ({ context }) => {
    const [one, two] = [await context.newPage(), await context.newPage()];
    await one.goto(article());
    await two.goto(article());
    await expect(count(one)).toHaveAttribute('data-cart-count', '0');
    await fire(one, { v: 1, cart: mixedCart });
    await expect(count(two)).toHaveText(String(COUNT));
  });

  test('a counter that is added later shows the count as well', { tag: '@ci' }, async ({ page }) => {
    await page.goto(article({ inline: { cart: mixedCart } }));
    await expect(count(page)).toHaveText(String(COUNT));
    await page.evaluate(() =>
      document.body.insertAdjacentHTML('beforeend', '<p data-widget="alpha.counter" data-when="intent"><b data-cart-count></b></p>'),
    );
    await expect(page.locator('b')).toHaveText(String(COUNT));
  });

  test('a counter of somebody else’s keeps its number', { tag: '@ci' }, async ({ page }) => {
    const foreign =
      '<p><b data-cart-count="5">5</b> <i data-cart-count=""></i>' +
      ['elementor.header', 'menu', 'shop-cart'].map((name) => `<b data-widget="${name}"><i data-cart-count="7">shop7</i></b>`).join('') +
      '</p>';
    await page.goto(article({ inline: { cart: mixedCart } }, foreign));
    await expect(page.locator('span')).toHaveText(String(COUNT));
    expect(await page.locator('p').evaluate((element) => element.outerHTML)).toBe(foreign);
  });

  test('an update-cart with another version, no cart, nothing, or half a cart changes nothing', { tag: '@ci' }, async ({ page }) => {
    await page.goto(article({ inline: { cart: mixedCart } }));
    await expect(count(page)).toHaveText(String(COUNT));
    for (const detail of [{ v: 2, cart: { ...mixedCart, items: [] } }, { v: 1 }, null, { v: 1, cart: { items: [] } }]) {
      await fire(page, detail);
      await expect(count(page), JSON.stringify(detail)).toHaveText(String(COUNT));
    }
  });

  test('without storage the page still works', { tag: '@ci' }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await page.goto(article());
    await expect(count(page)).toHaveAttribute('data-cart-count', '0');
    await fire(page, { v: 1, cart: mixedCart });
    await expect(count(page)).toHaveText(String(COUNT));
  });
});

test('widgets share one cart, which reaches the widgets of other tabs', async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()];
  for (const page of [one, two]) {
    await page.goto(article({}, place('alpha.panel') + place('beta.form')));
    await expect(page.getByRole('button')).toHaveCount(2);
    await followed(page);
  }
  site.cart = { ...mixedCart, version: 41 };
  await fire(one, { v: 1, cart: site.cart });
  for (const page of [one, two]) {
    await expect(page.getByRole('button', { name: 'Alpha' })).toHaveAttribute('data-version', '41');
    await expect(page.getByRole('button', { name: 'Beta' })).toHaveAttribute('data-version', '41');
  }
});

test('a page that comes back from the browser’s memory shows what changed meanwhile', { tag: '@ci' }, async ({ page }) => {
  await page.goto(article({ inline: { cart: mixedCart, widgets: ['alpha.panel'] } }, place('alpha.panel')));
  const alpha = page.getByRole('button', { name: 'Alpha' });
  await expect(alpha).toHaveAttribute('data-version', String(mixedCart.version));
  site.cart = { ...mixedCart, version: 41 };
  await followed(page);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(alpha).toHaveAttribute('data-version', '41');
});

test('two tabs whose pages have carts of their own do not tell each other for good', { tag: '@ci' }, async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()];
  site.cart = { ...mixedCart, version: 41 };
  let asked = 0;
  await two.route('**/api/cart', (route) => {
    asked += 1;
    return route.fulfill({ json: { ...mixedCart, version: 7 } });
  });
  for (const page of [one, two]) {
    await page.goto(article({}, place('alpha.panel')));
    await expect(page.getByRole('button')).toHaveCount(1);
    await followed(page);
  }
  await fire(one, { v: 1, cart: site.cart });
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(two.getByRole('button', { name: 'Alpha' })).toHaveAttribute('data-version', '7');
  await expect(one.getByRole('button', { name: 'Alpha' })).toHaveAttribute('data-version', '41');
  const settled = site.calls.length + asked;
  // Time enough for either to hear and ask some times more.
  for (const page of [one, two, one, two, one, two]) await page.evaluate((url) => fetch(url), `${site.url}/article`);
  expect(site.calls.length + asked - settled).toBeLessThan(4);
});

const IS_QUIET =
  'document.readyState === "complete" && performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/later.js"))';

if (FIREFOX)
  test(
    'a page that a browser keeps to come back to stays kept while the next one changes the cart, and shows that',
    { tag: '@ci' },
    async () => {
      const firefox = await startFirefox(FIREFOX ?? '');
      const version = () => firefox.evaluate('document.querySelector("button")?.dataset.version');
      try {
        const first = article({ inline: { cart: mixedCart, widgets: ['alpha.panel'] } }, place('alpha.panel'));
        for (const address of [first, `${first}?next`]) {
          await firefox.goto(address);
          await expect.poll(version).toBe(String(mixedCart.version));
          // A page that still asks for something is not kept.
          await expect.poll(() => firefox.evaluate(IS_QUIET)).toBe('true');
          await firefox.evaluate('globalThis.visited = location.search');
        }
        site.cart = { ...mixedCart, version: 41 };
        const changed = JSON.stringify({ detail: { v: 1, cart: site.cart } });
        await firefox.evaluate(`document.dispatchEvent(new CustomEvent('update-cart', ${changed}))`);
        await firefox.evaluate('history.back()');
        await expect.poll(() => firefox.evaluate('"visited" in globalThis && location.search === visited && location.search')).toBe('');
        await expect.poll(version).toBe('41');
      } finally {
        await firefox.close();
      }
    },
  );
else console.warn('No firefox-esr on this machine, and none in FIREFOX: that it keeps a page to come back to was not tried');

test('a page script that comes late still hears the last cart', { tag: '@ci' }, async ({ page }) => {
  await page.goto(article({ inline: { cart: mixedCart } }));
  await expect(count(page)).toHaveText(String(COUNT));
  expect(
    await page.evaluate(() => {
      const seen: number[] = [];
      globalThis.newsstand?.push(['cart', (cart) => seen.push(cart.version)]);
      return seen;
    }),
  ).toEqual([mixedCart.version]);
});

test.describe('the guide’s menu', () => {
  const guide = readFileSync(new URL('../../../../docs/guide-embed.md', import.meta.url), 'utf8');
  const [, login = ''] = /```html\n(<div data-widget="login\.header"[^]*?)```/.exec(guide) ?? [];
  const [, cart = ''] = /```html\n(<div data-widget="checkout\.panel"[^]*?)```/.exec(guide) ?? [];

  test('is as wide for a stranger as for who is logged in, and with an empty cart as with a full one', { tag: '@ci' }, async ({ page }) => {
    const menu = `<style>${roomsSheet()} nav { display: flex; justify-content: end; gap: 1em }</style><nav><a href="/">Home</a>${login}${cart}</nav>`;
    site.pages.set('/menu', { html: cmsPage(site, menu) });
    await page.goto(`${site.url}/menu`);
    const boxes = () =>
      page
        .locator('nav > *')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height]));
    await expect(page.getByRole('link', { name: 'Log in', exact: true })).toBeVisible();
    const stranger = await boxes();
    await page.evaluate(() => (document.cookie = 'newsstand-reader=1'));
    for (const count of [1, 8, 10, 99]) {
      await page.evaluate((many) => {
        localStorage.setItem('newsstand-cart', `1 ${many}`);
        dispatchEvent(new Event('pageshow'));
      }, count);
      await expect(page.getByRole('link', { name: `Cart ${count}`, exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Account', exact: true })).toBeVisible();
      expect(await boxes(), `${count}`).toEqual(stranger);
    }
    // The word that is not seen is not heard either, and what is seen is underlined as before.
    await expect(page.getByRole('link', { name: /Log in/ })).toHaveCount(0);
    expect(await page.locator('.either').evaluate((words) => getComputedStyle(words).textDecorationLine)).toBe('underline');
  });
});
