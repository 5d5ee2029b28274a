import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { CHROMIUM_NAMES } from '@newsstand/build/chromium';
import { run } from './run.ts';

const require = createRequire(import.meta.url);

/**
 * The Chromium that browser tests use: CHROMIUM, one on the PATH, or Playwright's own. Installs one where there is
 * none, and says so. The build without windows comes first: it does the same with half the processor's time
 * (`packages/ui`: 50 s against 96 s).
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    await run('apt-get', ['update', '-qq']);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      console.log(`No Chromium for tests here: installing Debian's (apt-get install ${name}) …`);
      const { code } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { quiet: true });
      const installed = code === 0 ? findChromium() : null;
      if (installed) return installed;
    }
  }
  console.log("No Chromium here: installing Playwright's (npx playwright install chromium) …");
  const { code } = await run('npx', ['playwright', 'install', 'chromium']);
  const installed = code === 0 ? findChromium() : null;
  if (installed) return installed;
  throw new Error('No Chromium could be found or installed. Install one and set CHROMIUM to its path.');
}

function findChromium(): string | null {
  const fromEnvironment = process.env['CHROMIUM'];
  if (fromEnvironment) {
    if (!existsSync(fromEnvironment)) throw new Error(`CHROMIUM is set to ${fromEnvironment}, which does not exist.`);
    return fromEnvironment;
  }
  for (const name of CHROMIUM_NAMES) {
    for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
      const file = path.join(folder, name);
      if (existsSync(file)) return file;
    }
  }
  const { chromium }: typeof import('@playwright/test') = require('@playwright/test');
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : null;
}
