import { launchOptions } from '@newsstand/build/chromium';
import { defineConfig } from '@playwright/test';

/**
 * Journeys on WordPress. `npm run try:wordpress -- --test` starts it with the whole product behind it, and runs them.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  workers: 1,
  timeout: 180_000,
  // One PHP answers one request after the other, the API's included.
  expect: { timeout: 45_000 },
  outputDir: '../../.data/test-results/wordpress',
  use: { baseURL: process.env['NEWSSTAND_WORDPRESS'], trace: 'on-first-retry', launchOptions: launchOptions() },
});
