import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { launchOptions } from './chromium.ts';

type Options = {
  /** The variable that names the port of a stand-alone page that runs already (`npm run dev`): it is used as it is. */
  variable: string;
  /** Where the page is served otherwise. */
  port: number;
  /** How high the window is, in pixels. */
  height?: number;
};

/**
 * How far from their usual ports the pages of tests are served, so that two checkouts can be tested at the same time.
 */
export const portShift = (): number => Number(process.env['NEWSSTAND_PORT_SHIFT'] ?? 0);

/**
 * The browser tests of a workspace on its stand-alone page: no API, no shell. Alone with `playwright test -c`, or in
 * the root's pool with all others.
 */
export const standAloneTests = ({ variable, port: own, height = 1000 }: Options): PlaywrightTestConfig => {
  const running = process.env[variable];
  const port = Number(running ?? own + portShift());
  return defineConfig({
    testDir: './e2e',
    testMatch: '*.e2e.ts',
    workers: 2,
    fullyParallel: true,
    timeout: 60_000,
    use: {
      baseURL: `http://127.0.0.1:${port}`,
      launchOptions: launchOptions(),
      viewport: { width: 1280, height },
      // A page that moves is drawn sixty times a second for nothing, and whoever clicks as quickly as a test stops its
      // scroll halfway. Tests of motion ask for it.
      reducedMotion: 'reduce',
      // A tab that has run the remote before needs half the processor's time for the next test. Playwright empties it
      // between two tests.
      reuseContext: true,
    },
    webServer: {
      command: 'npm run alone',
      env: { PORT: String(port) },
      url: `http://127.0.0.1:${port}`,
      reuseExistingServer: running !== undefined,
      // Six of them start at the same time, on a machine that may do other things as well.
      timeout: 600_000,
    },
  });
};
