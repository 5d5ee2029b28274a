// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { showAt, timeToLookAt } from '@newsstand/build/look-at';
import { outOfRoom } from '@newsstand/build/widget-rooms';
import { standingOut } from '@newsstand/build/widths';
import { roomsSheet } from '@newsstand/contracts/widget-rooms';
import { expect } from '@playwright/test';
import { addressOf, open, ready } from './open.ts';

/** States of the stand-alone page, with what the element of a page would say of itself. */
const STATES: readonly [state: string, option: string, value: string][] = [
  ['add-issue', '', ''],
  ['add-low', '', ''],
  ['add-named', 'data-named', 'yes'],
  ['add-sizes', 'data-item', 'sized-product'],
  ['product', 'data-sized', ''],
];

for (const [state, option, value] of STATES)
  test(`${state}: the room that a page reserves is as high as the widget, in every column`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await open(page, state);
    await ready(page);
    if (option) await page.locator('[data-widget]').evaluate((mount, named) => mount.setAttribute(...named), [option, value] as const);
    expect(await outOfRoom(page)).toEqual([]);
  });

test('nothing stands out of a column of 200 to 260 px, nor of 300 px with letters of twice the size', async ({ page }) => {
  test.setTimeout(timeToLookAt(15));
  await page.setViewportSize({ width: 1280, height: 1000 });
  for (const state of [
    'check-out',
    'empty-cart',
    'held',
    'everything',
    'receipt-membership',
    'receipt-giftees',
    'invoice',
    'invoice-introductory',
    'invoice-saved-card',
    'table-everything',
    'table-held',
    'add-sizes',
    'add-named',
    'product',
    'store',
  ]) {
    await showAt(page, addressOf(state));
    expect.soft(await standingOut(page), state).toEqual([]);
  }
});

test('in a column that is written downwards a widget is as wide as the column', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  for (const state of ['product', 'check-out']) {
    await open(page, state);
    await ready(page);
    await page.addStyleTag({
      content: `${roomsSheet()} main { writing-mode: vertical-rl; width: 600px; padding: 0 !important } main > * { margin: 0 !important }`,
    });
    const width = () => page.locator('.newsstand-root').evaluate((root) => root.getBoundingClientRect().width);
    await expect.poll(width, state).toBe(600);
  }
});

test('a store whose tag no product has says so in the console', async ({ page }) => {
  const messages: string[] = [];
  page.on('console', (message) => message.text().startsWith('[newsstand]') && messages.push(message.text()));
  await open(page, 'store-empty');
  await ready(page);
  await expect
    .poll(() => messages)
    .toEqual([expect.stringContaining('[newsstand] no product has the tag that checkout.store names: data-tag=')]);
});

test('the names of the store’s goods come below the page’s title, with no level between', async ({ page }) => {
  await open(page, 'store');
  await ready(page);
  const names = page.locator('[data-widget] article').getByRole('heading');
  expect(new Set(await names.evaluateAll((all) => all.map((name) => name.localName)))).toEqual(new Set(['h2']));
});

test('a product in an article has the heading that its element says, and no second first one', async ({ page }) => {
  await open(page, 'product');
  await expect(page.locator('[data-widget] h1')).toHaveCount(1);
  await open(page, 'product-in-article');
  await ready(page);
  await expect(page.locator('[data-widget]').getByRole('heading', { level: 3 })).toBeVisible();
  await expect(page.locator('[data-widget] h1')).toHaveCount(0);
});

for (const [state, title] of [
  ['empty-cart', 'an empty check-out leaves no hole before the page’s footer, and moves nothing as it gives its room back'],
  ['receipt-missing', 'a receipt that is not there leaves no hole before the page’s footer, and moves nothing as it gives its room back'],
  ['product', 'a product in sizes on the page that one template makes of all products moves nothing, its footer neither'],
  [
    'product-unknown',
    'a product that is not sold leaves no hole between the page’s words and its footer, and moves nothing as it gives its room back',
  ],
] as const)
  test(title, async ({ page }) => {
    // A column in which sizes take lines of their own.
    await page.setViewportSize({ width: 700, height: 1000 });
    await page.route(/\?state=/, async (route) => {
      const html = await (await route.fetch()).text();
      const watch = `globalThis.shifted = [];
        new PerformanceObserver((list) => {
          for (const { sources } of list.getEntries()) for (const { node } of sources) shifted.push(node?.outerHTML?.slice(0, 120));
        }).observe({ type: 'layout-shift', buffered: true })`;
      const body = html
        .replace('<head>', `<head><script>${watch}</script><style>${roomsSheet()}</style>`)
        .replace('</body>', '<footer style="height: 100px">The publisher’s</footer></body>');
      await route.fulfill({ body, contentType: 'text/html' });
    });
    await open(page, state);
    await expect(page.locator('[data-widget]')).toHaveAttribute('data-state', state.endsWith('unknown') ? 'failed' : /loaded|completed/);
    await expect(page.getByText('The publisher’s')).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(await page.evaluate('shifted')).toEqual([]);
    if (state.endsWith('unknown')) expect((await page.locator('[data-widget]').boundingBox())?.height).toBeLessThan(100);
  });
