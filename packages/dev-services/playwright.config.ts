import { defineConfig } from '@playwright/test';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  workers: 1,
  timeout: 60_000,
  use: {
    // A click just below the fold beside a frame of another origin gets lost in headless Chromium; this height keeps
    // the fold away.
    viewport: { width: 1280, height: 1000 },
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS },
  },
});
