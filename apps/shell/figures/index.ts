import { launchOptions } from '@newsstand/build/chromium';
import { type Browser, chromium } from '@playwright/test';
import buildFixtures from '../e2e/loader/build-fixtures.ts';
import { reactsOnPages } from '../e2e/loader/random-loads.ts';
import { type Site, startSite } from '../e2e/loader/site.ts';
import { straddledFailures } from '../e2e/loader/straddle.ts';
import type { Figure } from './figure.ts';
import { PRODUCT_BUILDS, PRODUCT_WIDGETS, productPage, productReaders } from './product-site.ts';
import { productWeights } from './product-weights.ts';
import { isolation, timeToWidget } from './times.ts';
import { weights } from './weights.ts';

let built: Promise<void> | undefined;

/** Measured with two small remotes on a site of its own. */
const onSite = (measure: (browser: Browser, site: Site) => Promise<Figure[]>) => async (): Promise<Figure[]> => {
  process.env['NEWSSTAND_FIXTURES'] = 'figures-fixtures';
  await (built ??= buildFixtures());
  const site = await startSite();
  const browser = await chromium.launch(launchOptions());
  try {
    return await measure(browser, site);
  } finally {
    await browser.close();
    await site.close();
  }
};

/** Measured with the product's own remotes, which `productWeights` has built. */
const onProduct = (measure: (browser: Browser) => Promise<Figure[]>) => async (): Promise<Figure[]> => {
  const browser = await chromium.launch(launchOptions());
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
};

const reacts = async (browser: Browser): Promise<Figure[]> => {
  const site = await startSite(PRODUCT_BUILDS);
  try {
    const { least, most } = await reactsOnPages(browser, site, { widgets: PRODUCT_WIDGETS, loads: 200, inline: productPage });
    // Where none is counted the counting is wrong, not the page.
    return [{ name: 'reacts-on-a-page', value: least === 1 ? most : least, unit: 'reacts', limit: { min: 1, max: 1 } }];
  } finally {
    await site.close();
  }
};
const deploys = async (browser: Browser): Promise<Figure[]> => [
  { name: 'failures-across-deploys', value: await straddledFailures(browser, productReaders), unit: 'sessions', limit: { max: 0 } },
];

/** What pages fetch, about loader, platform and store: the same whenever it is right. */
export const figures = [productWeights, onSite(weights)];

/** What a clock measures, and what happens seldom: hundreds of loads and sessions with the product's own remotes. */
export const timings = [productWeights, ...[timeToWidget, isolation].map(onSite), ...[reacts, deploys].map(onProduct)];
