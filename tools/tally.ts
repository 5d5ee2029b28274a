import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';

/**
 * A test that did not pass, with enough to find it from the end of the output, which may be all that is seen of a run;
 * `more`: where it stopped and what the page showed.
 */
export type Failure = { title: string; file: string; error: string; more?: string };

/**
 * How many tests passed, failed and were skipped; which failed; and which passed only at a second try, since somebody
 * has to look at those.
 */
export type Tally = { passed: number; failed: number; skipped: number; failures: Failure[]; secondTries: Failure[] };

export const nothing = (): Tally => ({ passed: 0, failed: 0, skipped: 0, failures: [], secondTries: [] });

/** A failure, described by the first line of its message. */
export const failing = (title: string, file: string, error: unknown): Tally => ({
  ...nothing(),
  failed: 1,
  failures: [{ title, file, error: firstLine(String(error)) }],
});

export const addTally = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
  secondTries: [...a.secondTries, ...b.secondTries],
});

/** The closing line of `npm test`. */
export const tallyLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Three lines each: its title, where it stands, and the first line of what it said; below them what else is known. */
export const failureLines = (failures: readonly Failure[]): string =>
  failures
    .flatMap(({ title, file, error, more = '' }) => [`✗ ${title}`, `    ${file}`, `    ${error}`, ...(more ? [indented(more)] : [])])
    .join('\n');

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '      ');

const firstLine = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? '';

/** The tag of slow tests, which only `npm run test:long` runs. */
export const LONG = 'long';
/**
 * The tag of tests that stand beside another of their kind: `.ci/run` runs them for every change as far as its time
 * allows, and `npm test` only when it is to run all.
 */
export const CI = 'ci';

/**
 * Which tests a run is of: `quick` are those without either tag, `rest` those that stand beside another, `all` both of
 * them, `long` those that take long.
 */
export type Extent = 'quick' | 'rest' | 'all' | 'long';

export const belongsTo = (extent: Extent, tags: readonly string[]): boolean =>
  tags.includes(LONG) ? extent === 'long' : extent === 'all' || extent === (tags.includes(CI) ? 'rest' : 'quick');

const VitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.optional(v.nullable(v.array(v.string())), []),
          tags: v.optional(v.array(v.string()), []),
        }),
      ),
    }),
  ),
});

/**
 * Counts a run of Vitest by its JSON report. A file that fails to load counts as a failure; tests that belong to
 * another run (`extent`) are not counted.
 */
export function readVitestReport(file: string, exitCode: number, { extent = 'all' }: { extent?: Extent } = {}): Tally {
  if (!existsSync(file)) return failing('Vitest wrote no report', file, `It ended with ${exitCode}.`);
  const { testResults } = v.parse(VitestReport, JSON.parse(readFileSync(file, 'utf8')));
  const tally = nothing();
  for (const { name, status, message, assertionResults } of testResults) {
    for (const test of assertionResults) {
      if (test.status === 'passed') {
        tally.passed += 1;
        // Keeps the message of the first try.
        const [failure] = test.failureMessages ?? [];
        if (failure !== undefined) tally.secondTries.push({ title: test.fullName, file: name, error: firstLine(failure) });
      } else if (test.status === 'failed') fail(test.fullName, name, test.failureMessages?.[0] ?? '');
      else if (belongsTo(extent, test.tags)) tally.skipped += 1;
    }
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed')) fail('The file runs', name, message);
  }
  if (exitCode !== 0 && tally.failed === 0) fail('Vitest ends well', file, `It ended with ${exitCode}; what it printed says why.`);
  return tally;

  function fail(title: string, where: string, error: string): void {
    tally.failed += 1;
    tally.failures.push({ title, file: where, error: firstLine(error) });
  }
}

const Failed = v.object({
  message: v.optional(v.string(), ''),
  location: v.optional(v.object({ file: v.string(), line: v.number() })),
});
const Result = v.object({
  errors: v.optional(v.array(Failed), []),
  attachments: v.optional(v.array(v.object({ name: v.string(), path: v.optional(v.string()) })), []),
});
const Spec = v.object({
  title: v.string(),
  file: v.string(),
  line: v.number(),
  tests: v.array(v.object({ projectName: v.string(), status: v.string(), results: v.array(Result) })),
});
type Suite = { specs?: v.InferOutput<typeof Spec>[] | undefined; suites?: Suite[] | undefined };
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.optional(v.array(Spec)),
  suites: v.optional(v.array(v.lazy(() => Suite))),
});
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
  suites: v.optional(v.array(Suite), []),
  errors: v.optional(v.array(Failed), []),
});

const specsOf = ({ specs = [], suites = [] }: Suite): v.InferOutput<typeof Spec>[] => [...specs, ...suites.flatMap(specsOf)];

/** Counts a run of Playwright by its JSON report; a run that wrote none failed. */
export function readPlaywrightReport(file: string, exitCode: number): Tally {
  if (!existsSync(file)) return failing('Playwright wrote no report', file, `It ended with ${exitCode}.`);
  const { stats, suites, errors } = v.parse(PlaywrightReport, JSON.parse(readFileSync(file, 'utf8')));
  const failures: Failure[] = [];
  const secondTries: Failure[] = [];
  for (const { title, file: where, line, tests } of suites.flatMap(specsOf)) {
    for (const { projectName, status, results } of tests) {
      const named = `${projectName ? `[${projectName}] ` : ''}${title}`;
      const failureOf = (result: v.InferOutput<typeof Result> | undefined): Failure => ({
        title: named,
        file: `${where}:${line}`,
        error: firstLine(result?.errors[0]?.message ?? ''),
      });
      if (status === 'flaky') secondTries.push(failureOf(results[0]));
      if (status === 'unexpected') failures.push({ ...failureOf(results.at(-1)), more: results.map(seen).filter(Boolean).join('\n') });
    }
  }
  for (const { message } of errors) failures.push({ title: 'Playwright runs', file, error: firstLine(message) });
  const tally: Tally = { passed: stats.expected + stats.flaky, failed: failures.length, skipped: stats.skipped, failures, secondTries };
  return exitCode !== 0 && failures.length === 0
    ? addTally(tally, failing('Playwright ends well', file, `It ended with ${exitCode}.`))
    : tally;
}

/**
 * How much is said of one try: enough for a page's alerts and a stopped step, and little enough that many failures are
 * still read.
 */
const MOST_LINES = 100;

/** Where a try stopped, with the whole message and, as Playwright's `error-context` keeps it, what the page showed. */
function seen({ errors: [error], attachments }: v.InferOutput<typeof Result>): string {
  if (!error) return '';
  const page = attachments.find(({ name }) => name === 'error-context')?.path;
  const [, snapshot = ''] = (page !== undefined && existsSync(page) && /```yaml\n(.*?)```/s.exec(readFileSync(page, 'utf8'))) || [];
  const place = error.location ? [`at ${path.basename(error.location.file)}:${error.location.line}`] : [];
  const lines = [...place, ...stripVTControlCharacters(error.message).split('\n').slice(0, 15), ...snapshot.split('\n')];
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_LINES)
    .join('\n');
}
