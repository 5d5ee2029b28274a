import { launchOptions } from '@newsstand/build/chromium';
import { defineConfig } from '@playwright/test';

/** Journeys on Ghost. `npm run try:ghost -- --test` starts it with the whole product behind it, and runs them. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  workers: 1,
  timeout: 180_000,

  expect: { timeout: 45_000 },
  outputDir: '../../.data/test-results/ghost',
  use: { baseURL: process.env['NEWSSTAND_GHOST'], trace: 'on-first-retry', launchOptions: launchOptions() },
});
