import type { Browser, Page } from '@playwright/test';
import { cmsPage, place, type Site } from '../e2e/loader/site.ts';
import type { Figure } from './figure.ts';

type Weight = { requests: number; bytes: number };

const weightOf = async (page: Page, site: Site, body: string): Promise<Weight> => {
  site.pages.set('/weigh', { html: cmsPage(site, body, { inline: { widgets: ['alpha.panel', 'beta.form'] } }) });
  await page.goto(`${site.url}/weigh`);
  // Those that wait for the reader do not come by themselves.
  const widgets = body.split('data-widget').length - body.split('data-when="intent"').length;
  await page.waitForFunction((count) => document.querySelectorAll('[data-state="loaded"]').length === count, widgets);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  // What comes after the first widget, once the browser is idle, belongs to each page that has one.
  if (widgets > 0)
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/later\b[^/]*\.js/.test(name)));
  return page.evaluate((origins) => {
    const ours = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, transferSize }) => transferSize > 0 && origins.some((origin) => name.startsWith(origin)));
    return { requests: ours.length, bytes: ours.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
  }, Object.values(site.stores));
};

/** What pages fetch of ours, packed, as it goes over the wire (bodies, without headers). */
export const weights = async (browser: Browser, site: Site): Promise<Figure[]> => {
  const fresh = async (body: string): Promise<Weight> => {
    const context = await browser.newContext();
    const weight = await weightOf(await context.newPage(), site, body);
    await context.close();
    return weight;
  };
  const article = await fresh('<p>Words</p>');
  const header = await fresh(place('alpha.panel', 'data-when="intent"') + place('beta.form', 'data-when="intent"'));
  const first = await fresh(place('alpha.panel'));
  const other = await fresh(place('beta.form'));
  const both = await fresh(place('beta.form') + place('alpha.panel'));

  const context = await browser.newContext();
  const page = await context.newPage();
  await weightOf(page, site, place('alpha.panel') + place('beta.form'));
  const warm = await weightOf(page, site, place('alpha.panel') + place('beta.form'));
  await context.close();

  return [
    { name: 'article-requests', value: article.requests, unit: 'requests', limit: { max: 1 } },
    { name: 'article-script', value: article.bytes, unit: 'bytes', limit: { max: 2500 } },
    // Login and cart in the header, before the reader reaches for them: nothing but what an article costs.
    { name: 'header-before-intent', value: header.bytes - article.bytes, unit: 'bytes', limit: { max: 0 } },
    { name: 'first-widget-requests', value: first.requests, unit: 'requests', limit: { max: 5 } },
    { name: 'first-widget-script', value: first.bytes, unit: 'bytes', limit: { max: 84_000 } },
    { name: 'further-remote-requests', value: both.requests - other.requests, unit: 'requests', limit: { max: 2 } },
    { name: 'further-remote-script', value: both.bytes - other.bytes, unit: 'bytes', limit: { max: 6500 } },
    { name: 'warm-view-script', value: warm.bytes, unit: 'bytes', limit: { max: 0 } },
  ];
};
