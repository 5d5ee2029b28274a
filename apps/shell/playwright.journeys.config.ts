import { launchOptions } from '@newsstand/build/chromium';
import { defineConfig, devices } from '@playwright/test';

const SECOND = '**/second-publication.e2e.ts';
const OTHER_RELEASE = '**/other-release.e2e.ts';
// A click just below the fold beside the payment iframe was seen lost in headless Chromium: hence the tall window.
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 1000 } };

/**
 * Journeys across remotes on the reference magazine. `npm run journeys` starts the whole product on free ports and runs
 * them.
 */
export default defineConfig({
  testDir: 'e2e/journeys',
  testMatch: '*.e2e.ts',
  globalSetup: './e2e/journeys/forget-attempts.ts',
  workers: 1,
  timeout: 120_000,
  // Two cores build, solve proofs of work and draw pages at the same time.
  expect: { timeout: 20_000 },
  outputDir: '../../.data/test-results/journeys',
  use: {
    baseURL: process.env['NEWSSTAND_MAGAZINE'],
    // What cannot be pressed by then is not there: the rest of a test's time is no use to it.
    actionTimeout: 40_000,
    trace: 'on-first-retry',
    launchOptions: launchOptions(),
  },
  // What the product sells (tools/journeys.ts): names, prices and switches are asserted on a publication that shares
  // none with the sample.
  projects: [
    { name: 'sample', testIgnore: [SECOND, OTHER_RELEASE], use: desktop },
    { name: 'second', testMatch: SECOND, use: desktop },
    // With remotes or API of the release before (tools/other-release.ts).
    { name: 'other release', testMatch: OTHER_RELEASE, use: desktop },
  ],
});
