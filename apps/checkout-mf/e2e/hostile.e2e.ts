import { test } from '@newsstand/build/kept-page';
import { expect, type Locator, type Page } from '@playwright/test';
import { fillForm, open, ready } from './open.ts';

/** What is compared, each as full as a state shows it. What the payment provider puts into its frame is its own. */
const PARTS: [name: string, state: string, part: (page: Page) => Locator, settle?: (page: Page) => Promise<void>][] = [
  ['the check-out page with a filled form', 'check-out', (page) => page.locator('[data-widget]'), fillForm],
  ['the cart panel with its lines', 'panel-everything', (page) => page.getByRole('dialog', { name: 'Your Cart' })],
  ['the receipt', 'receipt-membership', (page) => page.locator('[data-widget]')],
  ['the invoice', 'invoice', (page) => page.locator('[data-widget]')],
];

for (const [name, state, part, settle] of PARTS) {
  test(`a hostile CMS sheet changes no pixel of ${name}`, { tag: '@ci' }, async ({ page }) => {
    // The whole panel is in view.
    await page.setViewportSize({ width: 1280, height: 1300 });
    const picture = async (cms: 'bare' | 'hostile') => {
      await open(page, state, { cms });
      await ready(page);
      // Where the mount stands is the CMS's: the same place for both.
      await page.addStyleTag({
        content: `html, body { background: #fff !important } main { position: absolute !important; inset: 0 auto auto 0 !important; width: 900px !important; max-width: none !important; margin: 0 !important; padding: 20px !important }
        main > div { margin: 0 !important }`,
      });
      if (settle) {
        await settle(page);
        // Drawn anew, as a whole: where fields were typed into, Chromium has drawn in parts, and corners at a part's
        // edge come out a little otherwise.
        await page.addStyleTag({ content: 'main { will-change: transform !important }' });
      }
      const seen = await part(page).screenshot({ animations: 'disabled' });
      // What was typed is kept for the tab.
      await page.evaluate(() => sessionStorage.clear());
      return seen;
    };
    // Two pictures of one page are not always the same to the pixel on a busy machine; those of two different ones
    // never are.
    await expect(async () => expect((await picture('hostile')).equals(await picture('bare'))).toBe(true)).toPass({ timeout: 50_000 });
  });
}
