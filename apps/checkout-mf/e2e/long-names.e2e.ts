// @module-tag ci
import { test } from '@newsstand/build/kept-page';
import { misfits } from '@newsstand/build/widths';
import { expect } from '@playwright/test';
import { open } from './open.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss';

for (const state of [
  'receipt',
  'receipt-membership',
  'receipt-giftees',
  'keep-address',
  'from-account',
  'invoice',
  'invoice-known',
] as const)
  test(`a name of sixty letters without a space makes no page wider than a phone: ${state}`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await open(page, state);
    await expect(page.getByText(/Ada|Merrow/).first()).toBeVisible();
    const renamed = await page.evaluate((long) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      let count = 0;
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.parentElement?.closest('[data-widget]') || !/\b(?:Ada|Merrow|Okoro|Slipway)\b/.test(text.nodeValue ?? '')) continue;
        text.nodeValue = long;
        count += 1;
      }
      return count;
    }, LONG);
    expect(renamed).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  });

test('a button that names a good of one long word keeps both of its ends in a column', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  await open(page, 'add-named');
  await page.getByRole('button', { name: /^Add to Cart/ }).evaluate((button, long) => {
    button.textContent = `Add to Cart: ${long}`;
  }, LONG);
  expect(await misfits(page, [240, 480])).toEqual([]);
});

test('an order for nothing says Free in one word', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await open(page, 'free');
  const amount = page.getByText('Free', { exact: true }).first();
  const lines = await amount.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return new Set(Array.from(words.getClientRects(), ({ top }) => top)).size;
  });
  expect(lines).toBe(1);
});
