import type { Browser, Page } from '@playwright/test';
import { cmsPage, hintsFor, place, type Site } from '../e2e/loader/site.ts';
import { type Figure, median } from './figure.ts';

/** A slow 4G line and a phone four times slower than this machine. */
const SLOW = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const CPU = 4;

type Visit = { path: string; widget: string; arrange?: ((page: Page) => Promise<unknown>) | undefined };

/** Milliseconds from the start of a cold visit until `widget` rendered. */
const timeTo = async (browser: Browser, site: Site, { path, widget, arrange }: Visit): Promise<number> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await arrange?.(page);
  await page.addInitScript((label) => {
    new MutationObserver((_, observer) => {
      const shown = [...document.querySelectorAll('button')].some((button) => button.textContent?.startsWith(label));
      if (!shown) return;
      observer.disconnect();
      performance.mark('shown');
    }).observe(document, { childList: true, subtree: true });
  }, widget);
  await page.goto(site.url + path, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => performance.getEntriesByName('shown')[0]?.startTime);
  const time = await shown.jsonValue();
  await context.close();
  return time ?? Number.NaN;
};

/** Medians of visits in turn, so that whatever else the machine does weighs on all of them alike. */
const medians = async (browser: Browser, site: Site, visits: readonly Visit[], rounds: number): Promise<number[]> => {
  const times = visits.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, visit] of visits.entries()) times[index]?.push(await timeTo(browser, site, visit));
  }
  return times.map(median);
};

/**
 * How much longer a widget takes through loader, platform and federation than the same component as one plain bundle:
 * where the CMS names its files in the page's head (docs/guide-embed.md), and where only the loader knows of them,
 * which costs a trip of its own.
 */
export const timeToWidget = async (browser: Browser, site: Site, rounds = 9): Promise<Figure[]> => {
  site.pages.set('/hinted', {
    html: cmsPage(site, place('alpha.panel'), { inline: { widgets: ['alpha.panel'] }, head: await hintsFor(site, 'alpha') }),
  });
  site.pages.set('/plain', { html: cmsPage(site, place('alpha.panel'), { inline: { widgets: ['alpha.panel'] } }) });
  site.pages.set('/mono', {
    html: `<!doctype html><title>A page</title><link rel="icon" href="data:,"><script type="module" src="/mono.js"></script><h1>A page</h1><div id="mono"></div>`,
  });
  const visits = ['/hinted', '/plain', '/mono'].map((path) => ({ path, widget: 'Alpha' }));
  const [hinted = 0, plain = 0, mono = 0] = await medians(browser, site, visits, rounds);
  console.error(
    `time to widget: ${Math.round(hinted)} ms, without hints ${Math.round(plain)} ms, as one plain bundle ${Math.round(mono)} ms`,
  );
  return [
    { name: 'time-to-widget', value: hinted / mono, unit: 'x', limit: { max: 1.25 } },
    { name: 'time-to-widget-without-hints', value: plain / mono, unit: 'x', limit: { max: 1.5 } },
  ];
};

const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
const ENTRY = /\/mf\/beta\/.*entry\.js/;
const CHUNK = /\/mf\/beta\/.*\/page\.js/;
type Fault = { path: string; arrange?: Visit['arrange'] };
const FAULTS: readonly Fault[] = [
  { path: '/throws' },
  { path: '/both', arrange: (page) => page.route(ENTRY, (route) => route.fulfill({ status: 500, headers })) },
  { path: '/both', arrange: (page) => page.route(ENTRY, (route) => route.fulfill({ status: 404, headers })) },
  { path: '/both', arrange: (page) => page.route(ENTRY, () => undefined) },
  { path: '/both', arrange: (page) => page.route(ENTRY, (route) => route.fulfill({ headers, body: 'export {}' })) },
  { path: '/page', arrange: (page) => page.route(CHUNK, (route) => route.fulfill({ status: 404, headers })) },
  { path: '/page', arrange: (page) => page.route(CHUNK, () => undefined) },
  { path: '/page', arrange: (page) => page.route('**/api/page/**', () => undefined) },
];

/**
 * By how much the other widget is slower, in percent, at worst, when one remote fails, against a page on which both are
 * well.
 */
export const isolation = async (browser: Browser, site: Site, rounds = 9): Promise<Figure[]> => {
  site.pages.set('/both', { html: cmsPage(site, place('beta.form') + place('alpha.panel')) });
  site.pages.set('/throws', { html: cmsPage(site, place('beta.form', 'data-fail="mount"') + place('alpha.panel')) });
  site.pages.set('/page', { html: cmsPage(site, place('beta.page') + place('alpha.panel')) });
  // A page whose routes are watched is a little slower: the sound pages are watched as well.
  const watched: Visit['arrange'] = (page) => page.route(/\/nothing/, () => undefined);
  const visits = [{ path: '/both' }, { path: '/page' }, ...FAULTS].map(({ path, arrange = watched }: Fault) => ({
    path,
    widget: 'Alpha',
    arrange,
  }));
  const [both = 0, page = 0, ...broken] = await medians(browser, site, visits, rounds);
  const slower = broken.map((time, index) => time / (FAULTS[index]?.path === '/page' ? page : both) - 1);
  return [{ name: 'slower-by-a-broken-remote', value: Math.max(...slower) * 100, unit: '%', limit: { max: 5 } }];
};
