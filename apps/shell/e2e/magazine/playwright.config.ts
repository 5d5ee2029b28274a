import { defineConfig, devices } from '@playwright/test';

const port = Number(process.env['MAGAZINE_PORT'] ?? 4611);
const nobody = 'http://127.0.0.1:9';

/** The magazine alone: no API, no loader, no remotes. What it shows then is what a reader without the widgets has. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  workers: 1,
  reporter: 'list',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
  webServer: {
    command: 'node src/magazine/server.ts',
    cwd: '../..',
    url: `http://127.0.0.1:${port}/mailing-list`,
    env: { PORT: String(port), API_URL: nobody, LOADER_URL: `${nobody}/loader.js` },
  },
});
