// The release before this one and this one together, in a browser: its remotes with this API, and its API with these
// remotes.
// `node tools/other-release.ts` runs it; `npm run test:long` does as well.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureChromium } from './chromium.ts';
import { build, deployBuilds } from './deploy.ts';
import { isKnown, keepRelease, previousRevision } from './kept-release.ts';
import { freePorts } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir, root } from './root.ts';
import { run } from './run.ts';
import { startStack } from './stack.ts';
import { addTally, nothing, readPlaywrightReport, type Tally } from './tally.ts';

export async function otherRelease(chromium: string): Promise<Tally> {
  const revision = previousRevision();
  if (!(await isKnown(revision))) {
    console.warn(
      `The history of this copy does not reach back to ${revision}: how the release before and this one go together was not tried`,
    );
    return nothing();
  }
  const before = await keepRelease(revision);
  await build();
  mkdirSync(dataDir, { recursive: true });
  const own = mkdtempSync(path.join(dataDir, 'other-release-'));
  let tally = nothing();
  for (const [pair, remotes, api] of [
    ['the remotes before, with this API', before, root],
    ['these remotes, with the API before', root, before],
  ] as const) {
    const folder = path.join(own, pair.replaceAll(/\W+/g, '-'));
    const [ports] = await freePorts(1);
    if (ports === undefined) throw new Error('there are no free ports');
    const storeDir = path.join(folder, 'store');
    await deployBuilds(storeDir, ports, remotes);
    const stack = await startStack({
      ports,
      dataDir: folder,
      storeDir,
      apiFrom: api,
      env: { BOT_COST: '50' },
      onCrash: (name, log) => console.error(`${name} ended by itself; its log is ${log}`),
    });
    try {
      const report = path.join(folder, 'report.json');
      const asked = ['test', '--config=apps/shell/playwright.journeys.config.ts', '--project=other release', '--retries=1'];
      const { code } = await run('playwright', [...asked, '--reporter=list,json', `--output=${path.join(folder, 'results')}`], {
        env: {
          CHROMIUM: chromium,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          NEWSSTAND_RELEASES: pair,
          NEWSSTAND_MAGAZINE: stack.urls.magazine,
          NEWSSTAND_DESK: stack.urls.desk,
          NEWSSTAND_MAILBOX: stack.urls.mailbox,
          NEWSSTAND_STRIPE: stack.urls.stripe,
          NEWSSTAND_DATA: folder,
        },
      });
      tally = addTally(tally, readPlaywrightReport(report, code));
    } finally {
      await stack.stop();
    }
  }
  if (tally.failed === 0) rmSync(own, { recursive: true, force: true });
  else console.log(`The logs of this run are in ${own}, in the folders logs`);
  return tally;
}

if (import.meta.main) {
  const chromium = await ensureChromium();
  await prepare();
  const { failed } = await otherRelease(chromium);
  process.exit(failed === 0 ? 0 : 1);
}
