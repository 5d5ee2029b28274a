// @module-tag ci
import { brokenWords } from '@newsstand/build/broken-words';
import { test } from '@newsstand/build/kept-page';
import { expect } from '@playwright/test';
import { open } from './open.ts';

for (const state of ['builder', 'everything', 'coupon-elsewhere', 'renew-no-address', 'redeem-upgrade'])
  test(`on a phone no line breaks a word of a link, a button, a heading or an amount: ${state}`, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await open(page, state);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await brokenWords(page, '[data-widget] :is(a, button, output, h1, h2, h3, h4)')).toEqual([]);
  });
