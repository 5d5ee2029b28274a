import type { Browser, BrowserContext } from '@playwright/test';
import { cmsPage, type PageOptions, place, type Site } from './site.ts';

declare global {
  // Every react-dom says who it is to the developer tools, and nothing says who it is more truly.
  var renderers: unknown[] | undefined;
}

/**
 * Notes every React that starts on a page of this context: each that renders reports itself to where React's developer
 * tools would be.
 */
const countReacts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const found = (globalThis.renderers = [] as unknown[]);
    const hook = {
      supportsFiber: true,
      inject: (renderer: unknown) => found.push(renderer),
      onCommitFiberRoot() {},
      onCommitFiberUnmount() {},
    };
    Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: { ...hook, onPostCommitFiberRoot() {}, checkDCE() {} } });
  });

/**
 * Loads a page of all these widgets again and again, in random order, with random policies and with chunks that come in
 * random order. Returns the smallest and the greatest number of Reacts that ran on one page; throws where a widget does
 * not come.
 */
export const reactsOnPages = async (
  browser: Browser,
  site: Site,
  { widgets, loads, inline }: { widgets: readonly string[]; loads: number } & Pick<PageOptions, 'inline'>,
): Promise<{ least: number; most: number }> => {
  const context = await browser.newContext();
  await countReacts(context);
  await context.route(/\/mf\//, async (route) => {
    await new Promise((done) => setTimeout(done, Math.random() * 30));
    await route.continue();
  });
  const counts: number[] = [];
  const next = Array.from({ length: loads }, (_, index) => index).values();
  const visit = async (): Promise<void> => {
    const page = await context.newPage();
    for (const index of next) {
      const places = widgets
        .toSorted(() => Math.random() - 0.5)
        .map((widget) => place(widget, `data-when="${Math.random() < 0.5 ? 'load' : 'idle'}"`));
      site.pages.set(`/random/${index}`, { html: cmsPage(site, places.join(''), { inline }) });
      await page.goto(`${site.url}/random/${index}`);
      await page.waitForFunction((count) => document.querySelectorAll('[data-state="loaded"]').length === count, widgets.length);
      counts.push(await page.evaluate(() => globalThis.renderers?.length ?? 0));
    }
    await page.close();
  };
  await Promise.all([visit(), visit(), visit(), visit()]);
  await context.close();
  return { least: Math.min(...counts), most: Math.max(...counts) };
};
