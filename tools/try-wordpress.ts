// npm run try:wordpress: a real WordPress with the plugin, and the whole product behind it. `-- --theme classic` takes
// a classic theme, `--cached` puts a page cache before it.
// `-- --test` runs the journeys on it (integrations/wordpress/e2e), with both themes; further arguments are
// Playwright's.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { getWordPress } from '../integrations/wordpress/src/get-wordpress.ts';
import { makeSite, THEMES, type Theme } from '../integrations/wordpress/src/make-site.ts';
import { openWordPress } from '../integrations/wordpress/src/open-wordpress.ts';
import { serveWordPress } from '../integrations/wordpress/src/serve-wordpress.ts';
import { ensureChromium } from './chromium.ts';
import { buildAndDeploy } from './deploy.ts';
import { claimFrom, freePorts } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir, root } from './root.ts';
import { run } from './run.ts';
import { startStack } from './stack.ts';
import { addTally, nothing, readPlaywrightReport, type Tally } from './tally.ts';

const FIRST_PORT = 4600;
const WORDPRESS = path.join(dataDir, 'wordpress');
const MINUTE = 60_000;

/** Starts the product and a WordPress in front of it, in a folder of their own. */
async function start(folder: string, isCached: boolean) {
  const files = await getWordPress(WORDPRESS);
  const [ports] = await freePorts(1);
  if (ports === undefined) throw new Error('there are no free ports');
  const url = `http://localhost:${await claimFrom(FIRST_PORT)}`;
  const storeDir = path.join(folder, 'store');
  await buildAndDeploy(storeDir, ports);
  const stack = await startStack({
    ports,
    dataDir: folder,
    storeDir,
    // Readers are on WordPress's address; letters and redirects lead there. WordPress is the one proxy before the API.
    env: { PUBLIC_URL: url, ALLOWED_ORIGINS: url, MAGAZINE_ORIGINS: url, BOT_COST: '50' },
    onCrash: (name, log) => console.error(`${name} ended by itself; its log is ${log}`),
  });
  const wordpress = await openWordPress({ files, data: path.join(folder, 'wordpress'), url, isCached });
  const server = await serveWordPress(wordpress, url);
  const wear = (theme: Theme) => makeSite(wordpress, { loader: stack.urls.shell, api: stack.urls.api, theme });
  const stop = async () => {
    server.stop();
    await stack.stop();
    wordpress.close();
  };
  return { url, mailbox: stack.urls.mailbox, wear, stop };
}

/**
 * Fetches WordPress beside whatever runs, where it is not here yet. False where it cannot be had, or somebody said
 * `NEWSSTAND_WORDPRESS=no`; a fetch that is not done a minute after it was asked for ends.
 */
export function fetchWordPress(): () => Promise<boolean> {
  if (process.env['NEWSSTAND_WORDPRESS'] === 'no') return async () => false;
  const script = path.join(root, 'integrations/wordpress/src/get-wordpress.ts');
  const child = spawn(process.execPath, [script, WORDPRESS], { stdio: 'ignore' });
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  return () => {
    const given = setTimeout(() => child.kill(), MINUTE);
    return ended.finally(() => clearTimeout(given));
  };
}

/** What a reader does on WordPress at its shortest, once, with the block theme: for `npm test`. */
export async function wordpressCore(chromium: string, isHere: () => Promise<boolean>): Promise<Tally> {
  if (await isHere()) return wordpressJourneys(chromium, { themes: ['block'], args: ['-g', '@core'] });
  console.log('No WordPress: its journeys are left out. It is fetched from npm (158 MB, once), unless NEWSSTAND_WORDPRESS=no says not to.');
  return nothing();
}

/**
 * The journeys on WordPress: all with a block theme, those of the menu, the article and the page's own words with a
 * classic one; what is asked for, with both.
 */
export async function wordpressJourneys(
  chromium: string,
  { themes = ['block', 'classic'], args = [], isCached = false }: { themes?: readonly Theme[]; args?: string[]; isCached?: boolean } = {},
): Promise<Tally> {
  mkdirSync(dataDir, { recursive: true });
  const folder = mkdtempSync(path.join(dataDir, 'wordpress-journeys-'));
  const site = await start(folder, isCached);
  let tally = nothing();
  try {
    for (const theme of themes) {
      await site.wear(theme);
      const report = path.join(folder, `${theme}.json`);
      const only = theme === 'classic' && args.length === 0 ? ['-g', 'menu|paywall|moves|first heading'] : [];
      const asked = [
        'test',
        '--config=integrations/wordpress/playwright.config.ts',
        '--retries=1',
        '--reporter=list,json',
        ...only,
        ...args,
      ];
      const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NEWSSTAND_WORDPRESS: site.url };
      const { code } = await run('playwright', asked, { env });
      tally = addTally(tally, readPlaywrightReport(report, code));
    }
  } finally {
    await site.stop();
  }
  if (tally.failed === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`The logs of this run are in ${folder}/logs`);
  return tally;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: {
      test: { type: 'boolean' },
      cached: { type: 'boolean', default: false },
      theme: { type: 'string', default: 'block' },
      grep: { type: 'string', short: 'g' },
    },
    allowPositionals: true,
  });
  await prepare();
  if (values.test) {
    const more = values.grep === undefined ? positionals : [...positionals, '-g', values.grep];
    const { failed } = await wordpressJourneys(await ensureChromium(), { args: more, isCached: values.cached });
    process.exit(failed === 0 ? 0 : 1);
  }
  const site = await start(path.join(dataDir, 'try-wordpress'), values.cached);
  await site.wear(values.theme in THEMES ? (values.theme as Theme) : 'block');
  console.log(`
  WordPress      ${site.url}   (its own door: ${site.url}/wp-admin, admin, password)
  The mailbox    ${site.mailbox}

  Ctrl-C stops everything; the data stays in .data/try-wordpress.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void site.stop().then(() => process.exit(0)));
}
