import { globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { portShift } from './port-shift.ts';
import { dataDir, root } from './root.ts';
import { run } from './run.ts';
import { CI, type Extent, LONG, nothing, readPlaywrightReport, readVitestReport, type Tally } from './tally.ts';

/**
 * The tests beside the code of that extent; `changed`: of them those that what changed since a commit reaches; `shard`:
 * one of several parts, as '1/3'.
 */
export async function unitTests({
  extent = 'all',
  changed,
  shard,
}: { extent?: Extent; changed?: string; shard?: string } = {}): Promise<Tally> {
  const report = path.join(dataDir, 'vitest.json');
  rmSync(report, { force: true });
  const wanted = [
    // To know a test's tags its file must be read: of those that few have only the files in which some may be.
    ...(extent === 'long' ? filesWith(LONG) : extent === 'rest' ? filesWith(CI) : []),
    `--tags-filter=${{ long: LONG, all: `!${LONG}`, quick: `!${LONG} && !${CI}`, rest: `!${LONG} && ${CI}` }[extent]}`,
    ...(shard === undefined ? [] : [`--shard=${shard}`]),
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
  return readVitestReport(report, code, { extent });
}

const filesWith = (tag: string): string[] =>
  globSync(['{packages,apps,services,integrations}/*/src/**/*.test.ts', '{packages,integrations}/**/*.test.ts', 'tools/*.test.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  }).filter((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    // Tables tag their rows by themselves: steps (`test/each-step.ts`) and cases (`row-tags.ts`).
    return [`'${tag}'`, `@module-tag ${tag}`, 'eachStep(', 'rowTags('].some((mark) => source.includes(mark));
  });

/**
 * What Playwright is told of an extent. Its tests bear the tags as theirs are written, and its files as Vitest's: `//
 * @module-tag ci` is of all that are in one.
 */
export const grepOf = (extent: Extent): string[] => {
  if (extent === 'long') return [`--grep=@${LONG}`];
  const beside = [`@${CI}`, ...filesOf(CI)];
  if (extent === 'rest') return [`--grep=${beside.join('|')}`, `--grep-invert=@${LONG}`];
  return [`--grep-invert=${[`@${LONG}`, ...(extent === 'quick' ? beside : [])].join('|')}`];
};

const JOURNEYS = 'apps/shell/e2e/journeys';

/**
 * As Playwright names them: by their path in the repository, journeys by their name alone, since these have a run of
 * their own.
 */
const filesOf = (tag: string): string[] =>
  globSync('{packages,apps}/*/e2e/**/*.e2e.ts', { cwd: root })
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes(`// @module-tag ${tag}\n`))
    .map((file) => (path.dirname(file) === JOURNEYS ? ` ${path.basename(file)}` : file).replaceAll('.', '\\.'));

/** The workspaces that have browser tests, by their folders. */
export const browserWorkspaces = (): string[] =>
  globSync('{packages,apps}/*/playwright.config.ts', { cwd: root })
    .map((file) => path.dirname(file))
    .sort();

type Browsers = { workspaces?: string[]; extent?: Extent };

/** The browser tests of these workspaces of that extent, in one pool (playwright.config.ts). */
export async function browserTests(chromium: string, { workspaces = browserWorkspaces(), extent = 'all' }: Browsers = {}): Promise<Tally> {
  if (workspaces.length === 0) return nothing();
  const report = path.join(dataDir, 'playwright.json');
  rmSync(report, { force: true });
  const { code } = await run('playwright', ['test', ...grepOf(extent), '--retries=1', '--reporter=list,json'], {
    env: {
      CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      NEWSSTAND_WORKSPACES: workspaces.join(','),
      NEWSSTAND_PORT_SHIFT: String(await portShift()),
    },
  });
  return readPlaywrightReport(report, code);
}
