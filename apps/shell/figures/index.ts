import { launchOptions } from '@newsstand/build/chromium';
import { type Browser, chromium } from '@playwright/test';
import buildFixtures from '../e2e/loader/build-fixtures.ts';
import { mostReacts } from '../e2e/loader/random-loads.ts';
import { type Site, startSite } from '../e2e/loader/site.ts';
import { straddledFailures } from '../e2e/loader/straddle.ts';
import type { Figure } from './figure.ts';
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

const reacts = async (browser: Browser, site: Site): Promise<Figure[]> => [
  { name: 'reacts-on-a-page', value: await mostReacts(browser, site, 200), unit: 'reacts', limit: { max: 1 } },
];
const deploys = async (browser: Browser): Promise<Figure[]> => [
  { name: 'failures-across-deploys', value: await straddledFailures(browser), unit: 'sessions', limit: { max: 0 } },
];

/** Everything that has a limit about loader, platform and store, in groups that are measured together. */
export const figures = [productWeights, ...[weights, timeToWidget, isolation, reacts, deploys].map(onSite)];
