import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** In the order in which tests want them: the one without windows first, it takes half the processor's time. */
export const CHROMIUM_NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chromium-browser', 'google-chrome-stable'];
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * How browser tests start Chromium: the one that `CHROMIUM` names, else the first on the PATH, else Playwright's own.
 */
export const launchOptions = (): { executablePath?: string; args: string[] } => {
  const executablePath = process.env['CHROMIUM'] ?? onPath();
  return { ...(executablePath && { executablePath }), args: ARGS };
};

const onPath = (): string | undefined =>
  CHROMIUM_NAMES.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
