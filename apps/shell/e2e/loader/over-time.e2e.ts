// @module-tag ci
import { expect, test } from '@playwright/test';
import { reactsOnPages } from './random-loads.ts';
import { cmsPage, place, startSite } from './site.ts';
import { smallRemotes, straddledFailures } from './straddle.ts';

/**
 * Enough to see a mistake at once. The same with the product's remotes, at 200 loads and 100 sessions, are figures,
 * which `npm run test:long` holds to their limits.
 */
const TIMES = Number(process.env['NEWSSTAND_LOADS'] ?? 12);

test.describe.configure({ timeout: 240_000 });

test(`exactly one React runs in ${TIMES} randomised loads with all remotes present`, async ({ browser }) => {
  const site = await startSite();
  const widgets = ['alpha.panel', 'beta.form', 'alpha.panel', 'beta.form'];
  expect(await reactsOnPages(browser, site, { widgets, loads: TIMES })).toEqual({ least: 1, most: 1 });
  await site.close();
});

test('readers whose visit straddles deploys and rollbacks notice nothing', async ({ browser }) => {
  expect(await straddledFailures(browser, smallRemotes(), { sessions: TIMES, deploys: 4, rollbacks: 1 })).toBe(0);
});

test('the second view of a page fetches no script', async ({ page }) => {
  const site = await startSite();
  site.pages.set('/page', { html: cmsPage(site, place('alpha.panel') + place('beta.form')) });
  const visit = async (): Promise<number> => {
    await page.goto(`${site.url}/page`);
    await expect(page.getByRole('button')).toHaveCount(2);
    // What comes when the browser is idle belongs to this view, however long that takes.
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/later\b[^/]*\.js/.test(name)));
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((entry) => (entry instanceof PerformanceResourceTiming && entry.name.endsWith('.js') ? entry.transferSize : 0)),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  expect(await visit()).toBeGreaterThan(0);
  expect(await visit()).toBe(0);
  await site.close();
});
