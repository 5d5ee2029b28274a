import { launchOptions } from '@newsstand/build/chromium';
import { defineConfig, devices } from '@playwright/test';

/** The loader and the platform, on pages and with remotes made for these tests. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: './build-fixtures.ts',
  workers: 1,
  outputDir: '../../../../.data/test-results/loader',
  use: { trace: 'retain-on-failure', launchOptions: launchOptions() },
  projects: [{ name: 'desktop', use: { ...devices['Desktop Chrome'] } }],
});
