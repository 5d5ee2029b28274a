import type { Browser } from '@playwright/test';
import { cmsPage, place, type Site } from './site.ts';

/**
 * Loads a page of all remotes again and again, its widgets in random order, with random policies and with chunks that come in random order.
 * Returns the greatest number of Reacts that ran on one page.
 */
export const mostReacts = async (browser: Browser, site: Site, loads: number): Promise<number> => {
  const context = await browser.newContext();
  await context.route(/\/mf\//, async (route) => {
    await new Promise((done) => setTimeout(done, Math.random() * 30));
    await route.continue();
  });
  let most = 0;
  const next = Array.from({ length: loads }, (_, index) => index).values();
  const visit = async (): Promise<void> => {
    const page = await context.newPage();
    for (const index of next) {
      const widgets = ['alpha.panel', 'beta.form', 'alpha.panel', 'beta.form'].toSorted(() => Math.random() - 0.5);
      const body = widgets.map((widget) => place(widget, `data-when="${Math.random() < 0.5 ? 'load' : 'visible'}"`)).join('');
      site.pages.set(`/random/${index}`, { html: cmsPage(site, body) });
      await page.goto(`${site.url}/random/${index}`);
      await page.waitForFunction(() => document.querySelectorAll('[data-state="loaded"]').length === 4);
      most = Math.max(most, await page.evaluate(() => globalThis.reacts?.size ?? 0));
    }
    await page.close();
  };
  await Promise.all([visit(), visit(), visit(), visit()]);
  await context.close();
  return most;
};
