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

/** How much longer a widget takes through loader, platform and federation than the same component as one plain bundle. */
export const timeToWidget = async (browser: Browser, site: Site, rounds = 9): Promise<Figure[]> => {
  site.pages.set('/federated', { html: cmsPage(site, place('alpha.panel'), { inline: {}, head: await hintsFor(site, 'alpha') }) });
  site.pages.set('/mono', {
    html: `<!doctype html><title>A page</title><link rel="icon" href="data:,"><script type="module" src="/mono.js"></script><h1>A page</h1><div id="mono"></div>`,
  });
  const [federated = 0, mono = 0] = await medians(
    browser,
    site,
    [
      { path: '/federated', widget: 'Alpha' },
      { path: '/mono', widget: 'Alpha' },
    ],
    rounds,
  );
  console.error(`time to widget: ${Math.round(federated)} ms, as one plain bundle ${Math.round(mono)} ms`);
  return [{ name: 'time-to-widget', value: federated / mono, unit: 'x', limit: { max: 1.25 } }];
};

const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
const FAULTS: Record<string, Visit['arrange']> = {
  500: (page) => page.route(/\/mf\/beta\/.*entry\.js/, (route) => route.fulfill({ status: 500, headers })),
  404: (page) => page.route(/\/mf\/beta\/.*entry\.js/, (route) => route.fulfill({ status: 404, headers })),
  hangs: (page) => page.route(/\/mf\/beta\/.*entry\.js/, () => undefined),
  corrupted: (page) => page.route(/\/mf\/beta\/.*entry\.js/, (route) => route.fulfill({ headers, body: 'export {}' })),
};

/** By how much the other widget is slower, in percent, at worst, when one remote fails, against a page on which both are well. */
export const isolation = async (browser: Browser, site: Site, rounds = 9): Promise<Figure[]> => {
  site.pages.set('/both', { html: cmsPage(site, place('beta.form') + place('alpha.panel')) });
  site.pages.set('/throws', { html: cmsPage(site, place('beta.form', 'data-fail="mount"') + place('alpha.panel')) });
  // A page whose routes are watched is a little slower: the sound page is watched as well.
  const watched: Visit['arrange'] = (page) => page.route(/\/nothing/, () => undefined);
  const visits: Visit[] = [
    { path: '/both', widget: 'Alpha', arrange: watched },
    { path: '/throws', widget: 'Alpha', arrange: watched },
    ...Object.values(FAULTS).map((arrange) => ({ path: '/both', widget: 'Alpha', arrange })),
  ];
  const [sound = 0, ...broken] = await medians(browser, site, visits, rounds);
  return [{ name: 'slower-by-a-broken-remote', value: (Math.max(...broken) / sound - 1) * 100, unit: '%', limit: { max: 5 } }];
};
