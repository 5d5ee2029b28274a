import { violations } from '@newsstand/build/axe';
import { misfits } from '@newsstand/build/widths';
import { expect, test } from '@playwright/test';
import { states } from '../src/stand-alone/states.ts';
import { open, type StateName } from './open.ts';

/** Colours change with the theme, arrangement with the width: two looks see both of each. What else axe has to say is the same in both. */
const LOOKS = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 375 },
];

const NAMES = Object.keys(states).filter((name): name is StateName => name in states && !['loading', 'payment-confirmed'].includes(name));

for (const name of NAMES) {
  test(`${name}: nothing for axe to say and nothing wider than the page, on a desk in light and on a phone in dark, and it fits any column`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, name);
    // What a page asks the server for is there.
    await expect(page.locator('[data-widget] [class*="skeleton"]')).toHaveCount(0);
    expect(await misfits(page)).toEqual([]);
    for (const { theme, width } of LOOKS) {
      await page.locator('html').evaluate((html, value) => html.setAttribute('data-newsstand-theme', value), theme);
      await page.setViewportSize({ width, height: 1000 });
      const found = await violations(page, { within: '[data-widget]', ...(theme === 'dark' && { only: ['color-contrast'] }) });
      expect(found.map(({ id, nodes }) => ({ id, theme, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    }
  });
}

test('a hostile CMS sheet changes no pixel of the overview', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const picture = async (cms: 'bare' | 'hostile') => {
    await open(page, 'active', { cms });
    await page.addStyleTag({
      content: `html, body { background: #fff !important } main { position: absolute !important; inset: 0 auto auto 0 !important; width: 900px !important; max-width: none !important; margin: 0 !important; padding: 20px !important }
      main > div { margin: 0 !important }`,
    });
    return page.getByRole('region', { name: 'Account Settings' }).screenshot({ animations: 'disabled' });
  };
  // Two pictures of one page are not always the same to the pixel on a busy machine; those of two different ones never are.
  await expect(async () => expect((await picture('hostile')).equals(await picture('bare'))).toBe(true)).toPass({ timeout: 50_000 });
});
