import { launchOptions } from '@newsstand/build/chromium';
import { portShift } from '@newsstand/build/stand-alone-tests';
import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env['MAGAZINE_PORT'] ?? 4611 + portShift());
const nobody = 'http://127.0.0.1:9';

/** The shell's own browser tests. Journeys across remotes have a configuration of their own. */
export default defineConfig({
  // The small remotes with which the loader is tried.
  globalSetup: './e2e/loader/build-fixtures.ts',
  workers: 1,
  timeout: 60_000,
  outputDir: '../../.data/test-results/shell',
  use: { ...devices['Desktop Chrome'], trace: 'on-first-retry', launchOptions: launchOptions() },
  projects: [
    // The magazine alone: no API, no loader, no remotes. What it shows then is what a reader without the widgets has.
    { name: 'magazine', testDir: 'e2e/magazine', testMatch: '*.e2e.ts', use: { baseURL: `http://127.0.0.1:${port}` } },
    // The loader and the platform, on pages and with remotes made for these tests.
    { name: 'loader', testDir: 'e2e/loader', testMatch: '*.e2e.ts' },
  ],
  webServer: {
    command: 'node src/magazine/server.ts',
    url: `http://127.0.0.1:${port}/mailing-list`,
    timeout: 600_000,
    env: { PORT: String(port), API_URL: nobody, LOADER_URL: `${nobody}/loader.js` },
  },
});
