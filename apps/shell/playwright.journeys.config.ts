import { launchOptions } from '@newsstand/build/chromium';
import { defineConfig, devices } from '@playwright/test';

/** Journeys across remotes on the reference magazine. `npm run journeys` starts the whole product on free ports and runs them. */
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
    trace: 'retain-on-failure',
    launchOptions: launchOptions(),
  },
  // A click just below the fold beside the payment iframe was seen lost in headless Chromium: hence the tall window.
  projects: [{ name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 1000 } } }],
});
