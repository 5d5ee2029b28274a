import { launchOptions } from '@newsstand/build/chromium';
import { defineConfig } from '@playwright/test';

/** MAILING_LIST_PORT: a stand-alone page that runs already (`npm run alone`) is used as it is. */
const running = process.env['MAILING_LIST_PORT'];
const port = Number(running ?? 4312);

export default defineConfig({
  testDir: './e2e',
  testMatch: '*.e2e.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  use: { baseURL: `http://127.0.0.1:${port}`, launchOptions: launchOptions(), viewport: { width: 1280, height: 900 } },
  webServer: {
    command: 'npm run alone',
    env: { PORT: String(port) },
    url: `http://127.0.0.1:${port}`,
    reuseExistingServer: running !== undefined,
  },
});
