// npm run try:ghost: a real Ghost with our theme's parts, the worker before it, and the whole product behind it. `--
// --theme casper` takes the other of Ghost's own themes.
// `-- --test` runs the journeys on it (integrations/ghost/e2e), with both themes; further arguments are Playwright's.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { getGhost, isGhostHere } from '../integrations/ghost/src/get-ghost.ts';
import { serve } from '../integrations/ghost/src/serve.ts';
import { isTheme, OWNER, startGhost, THEMES, type Theme } from '../integrations/ghost/src/start-ghost.ts';
import { ensureChromium } from './chromium.ts';
import { buildAndDeploy } from './deploy.ts';
import { claimFrom, freePorts } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir, root } from './root.ts';
import { run } from './run.ts';
import { startStack } from './stack.ts';
import { addTally, nothing, readPlaywrightReport, type Tally } from './tally.ts';

const FIRST_PORT = 4700;
const GHOST = path.join(dataDir, 'ghost');

/** Starts the product, a Ghost, and the worker before both, in a folder of their own. */
async function start(folder: string, theme: Theme) {
  const app = await getGhost(GHOST);
  const [ports] = await freePorts(1);
  if (ports === undefined) throw new Error('there are no free ports');
  const port = await claimFrom(FIRST_PORT);
  const url = `http://localhost:${port}`;
  const storeDir = path.join(folder, 'store');
  mkdirSync(folder, { recursive: true });
  await buildAndDeploy(storeDir, ports);
  const publication = path.join(folder, 'publication');
  writePublication(publication);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const stack = await startStack({
    ports,
    dataDir: folder,
    storeDir,
    // Readers are on the worker's address; letters and redirects lead there. The worker is the one proxy before the
    // API.
    env: {
      PUBLIC_URL: url,
      ALLOWED_ORIGINS: url,
      MAGAZINE_ORIGINS: url,
      BOT_COST: '50',
      PUBLICATION_DIR: publication,
      WEBHOOK_URL: `${url}/newsstand/webhook`,
      WEBHOOK_SECRETS: secret,
    },
    onCrash: (name, log) => console.error(`${name} ended by itself; its log is ${log}`),
  });
  try {
    const loader = `${stack.urls.shell}/loader.js`;
    const ghost = await startGhost({ app, folder, port: await claimFrom(port + 1), publicUrl: url, loader, theme });
    const server = serve({ ghost: ghost.url, api: stack.urls.api, adminKey: ghost.adminKey, publicUrl: url, webhookSecret: secret }).listen(
      port,
    );
    const stop = async () => {
      server.close();
      server.closeAllConnections();
      await ghost.stop();
      await stack.stop();
    };
    return { url, mailbox: stack.urls.mailbox, stop };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** The sample, with its pages where Ghost can have them. */
function writePublication(folder: string): void {
  cpSync(path.join(root, 'services/commerce-api/publication'), folder, { recursive: true });
  const file = path.join(folder, 'publication.json');
  const { paths } = JSON.parse(readFileSync(path.join(root, 'integrations/ghost/theme/paths.json'), 'utf8'));
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), paths }, null, 2));
}

/**
 * The journeys on Ghost: all with its newer theme, those of the header, of articles and of what moves with the older
 * one; what is asked for, with both.
 */
async function ghostJourneys(chromium: string, args: string[] = []): Promise<Tally> {
  let tally = nothing();
  for (const theme of THEMES) {
    const only = theme === 'casper' && args.length === 0 ? ['-g', 'menu|paywall|moves|plain article|issue'] : [];
    tally = addTally(tally, await journeysIn(theme, chromium, [...only, ...args]));
  }
  return tally;
}

async function journeysIn(theme: Theme, chromium: string, args: string[]): Promise<Tally> {
  mkdirSync(dataDir, { recursive: true });
  const folder = mkdtempSync(path.join(dataDir, `ghost-${theme}-`));
  const site = await start(folder, theme);
  let tally = nothing();
  try {
    const report = path.join(folder, 'report.json');
    const asked = ['test', '--config=integrations/ghost/playwright.config.ts', '--retries=1', '--reporter=list,json', ...args];
    const env = { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NEWSSTAND_GHOST: site.url };
    const { code } = await run('playwright', asked, { env });
    tally = readPlaywrightReport(report, code);
  } finally {
    await site.stop();
  }
  if (tally.failed === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`The logs of this run are in ${folder}`);
  return tally;
}

/**
 * For `npm run test:long`: where somebody had a Ghost brought up. To build one takes longer than many a machine has for
 * all tests together.
 */
export async function ghostWhereItIs(chromium: string): Promise<Tally> {
  if (isGhostHere(GHOST)) return ghostJourneys(chromium);
  console.log('No Ghost: its journeys are left out. `npm run try:ghost` gets one from npm (514 MB, ten minutes on two cores, once).');
  return nothing();
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { test: { type: 'boolean' }, theme: { type: 'string', default: 'source' }, grep: { type: 'string', short: 'g' } },
    allowPositionals: true,
  });
  if (!isTheme(values.theme)) throw new Error(`Of Ghost's themes ours is tried in ${THEMES.join(' and ')}`);
  await prepare();
  if (values.test) {
    const more = values.grep === undefined ? positionals : [...positionals, '-g', values.grep];
    const { failed } = await ghostJourneys(await ensureChromium(), more);
    process.exit(failed === 0 ? 0 : 1);
  }
  const site = await start(path.join(dataDir, 'try-ghost'), values.theme);
  console.log(`
  Ghost          ${site.url}   (its own door: ${site.url}/ghost, ${OWNER.email}, ${OWNER.password})
  The mailbox    ${site.mailbox}

  Ctrl-C stops everything; the data stays in .data/try-ghost.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void site.stop().then(() => process.exit(0)));
}
