// npm run journeys: the whole product on free ports with a database of its own, and the journeys of apps/shell/e2e/journeys on it.
// Arguments are Playwright's: npm run journeys -- --headed -g 'a reader buys'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureChromium } from './chromium.ts';
import { buildAndDeploy } from './deploy.ts';
import { figuresIn, JOURNEY_FIGURES } from './journey-figures.ts';
import { freePorts } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir } from './root.ts';
import { run } from './run.ts';
import { startStack } from './stack.ts';
import { readPlaywrightReport, type Tally } from './tally.ts';

/** Starts the product, runs the journeys, stops it, and counts; what they measured is kept for the figures. `quiet` says only what went wrong. */
export async function journeys(chromium: string, args: string[] = [], { quiet = false } = {}): Promise<Tally> {
  mkdirSync(dataDir, { recursive: true });
  rmSync(JOURNEY_FIGURES, { force: true });
  const own = mkdtempSync(path.join(dataDir, 'journeys-'));
  const ports = await freePorts();
  const storeDir = path.join(own, 'store');
  const report = path.join(own, 'report.json');
  await buildAndDeploy(storeDir, ports);
  const stack = await startStack({
    ports,
    dataDir: own,
    storeDir,
    // The question is a real one, but a journey need not spend a second of the processor on each form; a letter may come back.
    env: { BOT_COST: '50', MAIL_RETURN: 'bounces@exclave.example' },
    onCrash: (name, log) => console.error(`${name} ended by itself; its log is ${log}`),
  });
  try {
    const { code, output } = await run(
      'playwright',
      ['test', '-c', 'apps/shell/playwright.journeys.config.ts', '--retries=1', '--reporter=list,json', ...args],
      {
        quiet,
        env: {
          CHROMIUM: chromium,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          NEWSSTAND_MAGAZINE: stack.urls.magazine,
          NEWSSTAND_MAILBOX: stack.urls.mailbox,
          NEWSSTAND_STRIPE: stack.urls.stripe,
          NEWSSTAND_DATA: own,
        },
      },
    );
    const tally = readPlaywrightReport(report, code);
    if (existsSync(report)) writeFileSync(JOURNEY_FIGURES, JSON.stringify(figuresIn(JSON.parse(readFileSync(report, 'utf8')))));
    if (tally.failed > 0) console.error(output);
    if (tally.failed === 0) rmSync(own, { recursive: true, force: true });
    else console.log(`The logs of this run are in ${path.join(own, 'logs')}`);
    return tally;
  } finally {
    await stack.stop();
  }
}

if (import.meta.main) {
  const chromium = await ensureChromium();
  await prepare();
  const { failed } = await journeys(chromium, process.argv.slice(2));
  process.exit(failed === 0 ? 0 : 1);
}
