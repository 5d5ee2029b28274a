// For the browser tests: a page whose header stays in view, as a magazine's does, and what must not be hidden by it.
import { expect, type Locator, type Page } from '@playwright/test';

/** Pixels. */
const HEIGHT = 96;

const ADD = `addEventListener('DOMContentLoaded', () => {
  const header = document.createElement('header');
  header.style.cssText = 'position:sticky;top:0;z-index:9;height:${HEIGHT}px;background:#eee';
  document.body.prepend(header);
});`;

/** Every page that is loaded from now on has a header that stays in view. */
export const addHeader = (page: Page): Promise<unknown> => page.addInitScript({ content: ADD });

/** What has the focus has these words in it, and they are in view below the header. */
export const expectReached = async (page: Page, words: Locator): Promise<void> => {
  await expect(
    page
      .locator('*:focus')
      .filter({ has: words })
      .or(words.and(page.locator('*:focus'))),
  ).toHaveCount(1);
  // A reload puts the page back where it was scrolled to.
  await page.waitForLoadState('networkidle');
  const { y = 0, height = 0 } = (await words.boundingBox()) ?? {};
  expect(y, 'the words are below the header').toBeGreaterThanOrEqual(HEIGHT);
  expect(y + height, 'the words are in view').toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
};
