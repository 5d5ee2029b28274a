import { test as base, type Page } from '@playwright/test';

/**
 * Playwright's test for looking at one state after the other: all of a worker's tests share a tab, emptied between them. A tab that has run the
 * remote and axe before needs half the processor's time for the next look. Not for tests that add scripts to the page's start, which stay.
 */
export const test = base.extend<object, { tab: Page }>({
  tab: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL, viewport: project.use.viewport });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ tab }, use, { project }) => {
    if (project.use.viewport) await tab.setViewportSize(project.use.viewport);
    await use(tab);
    await tab.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
    await tab.context().clearCookies();
    await tab.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
    await tab.unrouteAll();
  },
});
