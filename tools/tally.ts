import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';

/** How many tests passed, failed and were skipped. */
export type Tally = { passed: number; failed: number; skipped: number };

export const addTally = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** The closing line of `npm test`. */
export const tallyLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
});

/** Counts a run of Playwright by its JSON report; a run that wrote none failed. What passed only at the second try is said, so that somebody looks at it. */
export function readPlaywrightReport(file: string, exitCode: number): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  const { stats } = v.parse(PlaywrightReport, JSON.parse(readFileSync(file, 'utf8')));
  if (stats.flaky > 0) console.log(`${stats.flaky} passed only at the second try: see above.`);
  const failed = exitCode === 0 ? stats.unexpected : Math.max(1, stats.unexpected);
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped };
}
