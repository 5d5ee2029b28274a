import { launchOptions } from '@newsstand/build/chromium';
import { defineConfig } from '@playwright/test';

const port = Number(process.env['UI_PORT'] ?? 4311);

export default defineConfig({
  testDir: './e2e',
  testMatch: '*.e2e.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  use: { baseURL: `http://127.0.0.1:${port}`, launchOptions: launchOptions(), viewport: { width: 1280, height: 1000 } },
  webServer: { command: 'npm run alone', env: { PORT: String(port) }, url: `http://127.0.0.1:${port}`, reuseExistingServer: false },
});
