import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { dataDir, root } from './root.ts';
import { run } from './run.ts';
import { addTally, readPlaywrightReport, type Tally } from './tally.ts';

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  numFailedTestSuites: v.number(),
});
/** Runs every `*.test.ts` beside the code. A file that fails to load counts as a failure. */
export async function unitTests(): Promise<Tally> {
  const report = path.join(dataDir, 'vitest.json');
  rmSync(report, { force: true });
  const { code } = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const result = v.parse(VitestReport, JSON.parse(readFileSync(report, 'utf8')));
  const failed = result.numFailedTests > 0 ? result.numFailedTests : result.numFailedTestSuites;
  return {
    passed: result.numPassedTests,
    failed: code === 0 ? failed : Math.max(1, failed),
    skipped: result.numPendingTests + result.numTodoTests,
  };
}

/** Runs the browser tests of every workspace that has a playwright.config.ts, one after the other. */
export async function browserTests(chromium: string): Promise<Tally> {
  let tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const config of globSync('{packages,apps}/*/playwright.config.ts', { cwd: root }).sort()) {
    console.log(`\nBrowser tests of ${path.dirname(config)} …`);
    const report = path.join(dataDir, `playwright-${path.basename(path.dirname(config))}.json`);
    rmSync(report, { force: true });
    const { code } = await run('playwright', ['test', '-c', config, '--retries=1', '--reporter=list,json'], {
      env: { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    tally = addTally(tally, readPlaywrightReport(report, code));
  }
  return tally;
}
