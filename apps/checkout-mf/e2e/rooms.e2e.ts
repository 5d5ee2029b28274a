// @module-tag ci
import { showAt } from '@newsstand/build/look-at';
import { outOfRoom } from '@newsstand/build/widget-rooms';
import { misfits, NARROW } from '@newsstand/build/widths';
import { expect, test } from '@playwright/test';
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

test('nothing stands out of a column of 200 to 260 px', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  for (const state of [
    'check-out',
    'everything',
    'receipt-giftees',
    'invoice',
    'table-everything',
    'add-sizes',
    'add-named',
    'product',
    'store',
  ]) {
    await showAt(page, addressOf(state));
    expect
      .soft(
        (await misfits(page, NARROW)).filter((fault) => fault.includes('stand')),
        state,
      )
      .toEqual([]);
  }
});

test('a product in an article has the heading that its element says, and no second first one', async ({ page }) => {
  await open(page, 'product');
  await expect(page.locator('[data-widget] h1')).toHaveCount(1);
  await open(page, 'product-in-article');
  await ready(page);
  await expect(page.locator('[data-widget]').getByRole('heading', { level: 3 })).toBeVisible();
  await expect(page.locator('[data-widget] h1')).toHaveCount(0);
});
