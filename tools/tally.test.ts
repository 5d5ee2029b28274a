import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addTally, type Extent, failing, failureLines, readPlaywrightReport, readVitestReport, tallyLine } from './tally.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'newsstand-tally-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const written = (report: unknown): string => {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
};

const one = (fullName: string, status: string, more: object = {}) => ({ fullName, status, failureMessages: [], tags: [], ...more });
const VITEST = {
  testResults: [
    {
      name: '/a.test.ts',
      status: 'failed',
      assertionResults: [
        one('adds', 'passed'),
        one('takes away', 'failed', { failureMessages: ['\u001b[31mError: 1 is not 2\u001b[39m\n    at a.test.ts:3'] }),
        one('lives long', 'pending', { tags: ['long'] }),
        one('stands beside others', 'pending', { tags: ['ci'] }),
        one('waits', 'pending'),
      ],
    },
    { name: '/b.test.ts', status: 'failed', message: 'Cannot find ./b.ts', assertionResults: [] },
  ],
};

test('of a run of Vitest each failure is named with its file and the first line of its error', () => {
  const tally = readVitestReport(written(VITEST), 1);
  expect(tallyLine(tally)).toBe('1 passed, 2 failed, 2 skipped');
  expect(failureLines(tally.failures).split('\n')).toEqual([
    '✗ takes away',
    '    /a.test.ts',
    '    Error: 1 is not 2',
    '✗ The file runs',
    '    /b.test.ts',
    '    Cannot find ./b.ts',
  ]);
});

test('what passes only when it is run again counts as passed, and is named with what it said at first', () => {
  const again = one('waits long enough', 'passed', { failureMessages: ['Error: not yet\n    at a.test.ts:3'] });
  const tally = readVitestReport(written({ testResults: [{ name: '/a.test.ts', status: 'passed', assertionResults: [again] }] }), 0);
  expect([tallyLine(tally), tally.secondTries]).toEqual([
    '1 passed, 0 failed',
    [{ title: 'waits long enough', file: '/a.test.ts', error: 'Error: not yet' }],
  ]);
});

test('tests of another length were not skipped: they are of another run', () => {
  const skipped = (extent: Extent) => readVitestReport(written({ testResults: VITEST.testResults.slice(0, 1) }), 1, { extent }).skipped;
  expect([skipped('quick'), skipped('rest'), skipped('all'), skipped('long')]).toEqual([1, 1, 2, 1]);
});

test.each([
  ['Vitest', readVitestReport, { testResults: [] }],
  ['Playwright', readPlaywrightReport, { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }],
])('a run of %s that wrote no report, or ended badly with none that failed, failed', (_, read, report) => {
  expect(read(path.join(folder, 'none.json'), 0).failed).toBe(1);
  expect(read(written(report), 3).failed).toBe(1);
});

const run = (title: string, status: string, ...messages: string[]) => ({
  title,
  file: 'cart.e2e.ts',
  line: 7,
  tests: [{ projectName: 'checkout-mf', status, results: messages.map((message) => ({ errors: [{ message }] })) }],
});

test('of a run of Playwright each failure is named with its place, and what stopped all of it', () => {
  const tally = readPlaywrightReport(
    written({
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        { specs: [run('adds', 'expected')], suites: [{ specs: [run('removes', 'unexpected', 'Error: first', '\n Error: last\n at')] }] },
      ],
      errors: [{ message: 'Error: port 4313 is in use' }],
    }),
    1,
  );
  expect(tallyLine(tally)).toBe('4 passed, 2 failed');
  expect(tally.failures.map(({ title, file, error }) => [title, file.replace(folder, ''), error])).toEqual([
    ['[checkout-mf] removes', 'cart.e2e.ts:7', 'Error: last'],
    ['Playwright runs', '/report.json', 'Error: port 4313 is in use'],
  ]);
});

test('tallies add up, with what failed in each', () => {
  const both = addTally(failing('format', 'npm run check', 'a.ts\nb.ts'), readVitestReport(written({ testResults: [] }), 0));
  expect([tallyLine(both), failureLines(both.failures)]).toEqual(['0 passed, 1 failed', '✗ format\n    npm run check\n    a.ts']);
});

test('of what failed in a browser the place where it stopped and what the page showed are told, for each try', () => {
  const context = path.join(folder, 'error-context.md');
  writeFileSync(context, '# Page snapshot\n\n```yaml\n- alert: The bank said no.\n```\n');
  const attempt = {
    errors: [{ message: 'Error: still at the check-out', location: { file: '/x/pay.e2e.ts', line: 21 } }],
    attachments: [{ name: 'error-context', path: context }, { name: 'trace' }],
  };
  const spec = {
    title: 'pays',
    file: 'pay.e2e.ts',
    line: 7,
    tests: [{ projectName: '', status: 'unexpected', results: [attempt, attempt] }],
  };
  const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 };
  const { failures } = readPlaywrightReport(written({ stats, suites: [{ specs: [spec] }] }), 1);
  const once = ['at pay.e2e.ts:21', 'Error: still at the check-out', '- alert: The bank said no.'].map((line) => `      ${line}`);
  expect(failureLines(failures).split('\n').slice(3)).toEqual([...once, ...once]);
});
