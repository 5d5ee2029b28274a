// npm run try:ghost: a real Ghost with our theme's parts, the worker before it, and the whole product behind it.
// `-- --test` runs the journeys on it (integrations/ghost/e2e); further arguments are Playwright's.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { getGhost } from '../integrations/ghost/src/get-ghost.ts';
import { serve } from '../integrations/ghost/src/serve.ts';
import { OWNER, startGhost } from '../integrations/ghost/src/start-ghost.ts';
import { ensureChromium } from './chromium.ts';
import { buildAndDeploy } from './deploy.ts';
import { claimFrom, freePorts } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir, root } from './root.ts';
import { run } from './run.ts';
import { startStack } from './stack.ts';
import { nothing, readPlaywrightReport, type Tally } from './tally.ts';

const FIRST_PORT = 4700;

/** Starts the product, a Ghost, and the worker before both, in a folder of their own. */
async function start(folder: string) {
  const app = await getGhost(path.join(dataDir, 'ghost'));
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
    // Readers are on the worker's address; letters and redirects lead there. The worker is the one proxy before the API.
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
    const ghost = await startGhost({ app, folder, port: await claimFrom(port + 1), publicUrl: url, loader });
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

async function ghostJourneys(chromium: string, args: string[]): Promise<Tally> {
  const folder = mkdtempSync(path.join(dataDir, 'ghost-journeys-'));
  const site = await start(folder);
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

const { values, positionals } = parseArgs({
  options: { test: { type: 'boolean' }, grep: { type: 'string', short: 'g' } },
  allowPositionals: true,
});
await prepare();
if (values.test) {
  const more = values.grep === undefined ? positionals : [...positionals, '-g', values.grep];
  const { failed } = await ghostJourneys(await ensureChromium(), more);
  process.exit(failed === 0 ? 0 : 1);
}
const site = await start(path.join(dataDir, 'try-ghost'));
console.log(`
  Ghost          ${site.url}   (its own door: ${site.url}/ghost, ${OWNER.email}, ${OWNER.password})
  The mailbox    ${site.mailbox}

  Ctrl-C stops everything; the data stays in .data/try-ghost.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void site.stop().then(() => process.exit(0)));
