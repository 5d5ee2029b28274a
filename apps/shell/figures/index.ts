import { launchOptions } from '@newsstand/build/chromium';
import { chromium } from '@playwright/test';
import buildFixtures from '../e2e/loader/build-fixtures.ts';
import { mostReacts } from '../e2e/loader/random-loads.ts';
import { startSite } from '../e2e/loader/site.ts';
import { straddledFailures } from '../e2e/loader/straddle.ts';
import type { Figure } from './figure.ts';
import { isolation, timeToWidget } from './times.ts';
import { weights } from './weights.ts';

/** Everything that has a limit about loader, platform and store, measured in one run with two small remotes. */
export const figures = async (): Promise<Figure[]> => {
  process.env['NEWSSTAND_FIXTURES'] = 'figures-fixtures';
  await buildFixtures();
  const site = await startSite();
  const browser = await chromium.launch(launchOptions());
  try {
    return [
      ...(await weights(browser, site)),
      ...(await timeToWidget(browser, site)),
      ...(await isolation(browser, site)),
      { name: 'reacts-on-a-page', value: await mostReacts(browser, site, 200), unit: 'reacts', limit: { max: 1 } },
      { name: 'failures-across-deploys', value: await straddledFailures(browser), unit: 'sessions', limit: { max: 0 } },
    ];
  } finally {
    await browser.close();
    await site.close();
  }
};
