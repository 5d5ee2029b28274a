import { globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { portShift } from './port-shift.ts';
import { dataDir, root } from './root.ts';
import { run } from './run.ts';
import { LONG, nothing, readPlaywrightReport, readVitestReport, type Tally } from './tally.ts';

/** The tests beside the code that are quick, or those that are not; `changed`: of them those that what changed since a commit reaches. */
export async function unitTests({ long = false, changed }: { long?: boolean; changed?: string } = {}): Promise<Tally> {
  const report = path.join(dataDir, 'vitest.json');
  rmSync(report, { force: true });
  const wanted = [
    // To know a test's tags its file must be read: of the long ones only those that have some.
    ...(long ? [...longFiles(), `--tags-filter=${LONG}`] : [`--tags-filter=!${LONG}`]),
    ...(changed === undefined ? [] : [`--changed=${changed}`, '--passWithNoTests']),
  ];
  const { code } = await run('vitest', [
    'run',
    ...wanted,
    '--retry=1',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return readVitestReport(report, code, { long });
}

const longFiles = (): string[] =>
  globSync('{packages,apps,services,integrations}/*/src/**/*.test.ts', { cwd: root }).filter((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    // A table of steps (`test/each-step.ts`) tags those that are long by itself.
    return source.includes(`['${LONG}']`) || source.includes(`@module-tag ${LONG}`) || source.includes('eachStep(');
  });

/** Playwright's tests bear the tag as theirs are written. */
export const ONLY_LONG = `--grep=@${LONG}`;
export const BUT_LONG = `--grep-invert=@${LONG}`;

/** The workspaces that have browser tests, by their folders. */
export const browserWorkspaces = (): string[] =>
  globSync('{packages,apps}/*/playwright.config.ts', { cwd: root })
    .map((file) => path.dirname(file))
    .sort();

/** The browser tests of these workspaces that are quick, or those that are not, in one pool (playwright.config.ts). */
export async function browserTests(chromium: string, { workspaces = browserWorkspaces(), long = false } = {}): Promise<Tally> {
  if (workspaces.length === 0) return nothing();
  const report = path.join(dataDir, 'playwright.json');
  rmSync(report, { force: true });
  const { code } = await run('playwright', ['test', long ? ONLY_LONG : BUT_LONG, '--retries=1', '--reporter=list,json'], {
    env: {
      CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      NEWSSTAND_WORKSPACES: workspaces.join(','),
      NEWSSTAND_PORT_SHIFT: String(await portShift()),
    },
  });
  return readPlaywrightReport(report, code);
}
