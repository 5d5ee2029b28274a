// @module-tag ci
import { violations } from '@newsstand/build/axe';
import { expect, test } from '@playwright/test';

test('the API’s documentation is read on a phone without scrolling sideways, and is accessible in light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The route with the longest words, and one with a body; all that is open at once would be a megabyte.
  for (const path of ['/api/account/subscriptions/{subscription_token}', '/api/cart/checkout']) {
    const entry = page.locator('details', { has: page.getByText(path, { exact: true }) }).first();
    await entry.locator('summary').click();
    await expect(entry.getByRole('heading', { name: 'Answers' })).toBeVisible();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const lightness = await page.evaluate(() => {
      const [red = 0] = (getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? []).map(Number);
      return red / 255;
    });
    expect(lightness).toBeCloseTo(colorScheme === 'light' ? 1 : 0.1, 0);
    // What a theme changes is colours.
    const found = await violations(page, colorScheme === 'light' ? {} : { only: ['color-contrast'] });
    expect(
      found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(' ')}`),
      colorScheme,
    ).toEqual([]);
  }
});
