import { readFileSync } from 'node:fs';
import { addTally, failing, failureLines, nothing, type Tally, tallyLine } from './tally.ts';

export type Part = { name: string; perform: () => Promise<Tally> };
type Spent = { name: string; seconds: number; processor: number | null };

/** The first of these parts, and each other one only where it begins within so many minutes of the run. */
export const atLeastOne = (minutes: number, parts: readonly Part[]): (Part & { until?: number })[] =>
  parts.map((part, index) => (index === 0 ? part : { ...part, until: minutes * 60_000 }));

/**
 * The parts in their order, but from another one on for each commit: where time ends, it is not always the same ones
 * that are left out.
 */
export const fromAnotherOne = (commit: number, parts: readonly Part[]): Part[] => {
  const first = commit % parts.length;
  return [...parts.slice(first), ...parts.slice(0, first)];
};

/**
 * Runs parts of a test run one after the other. Says at the end what needed a second try, what failed, how long each
 * took, and last the count. A part that would begin after `until` (by `performance.now`, in milliseconds) is left out,
 * and said to be.
 */
export async function runParts(parts: readonly (Part & { until?: number })[]): Promise<never> {
  const spent: Spent[] = [];
  let total = nothing();
  let astray = nothing();
  let under = '';
  // An error that nobody waits for would end the run without its count.
  process.on('unhandledRejection', (error) => {
    console.error(error);
    astray = addTally(astray, failing(`${under}: an error that nobody waits for`, 'tools', error));
  });
  for (const { name, perform, until = Number.POSITIVE_INFINITY } of parts) {
    const [start, before] = [performance.now(), processorSeconds()];
    if (start > until) {
      console.log(`\n== ${name}: left out, for want of time`);
      continue;
    }
    console.log(`\n== ${name}`);
    under = name;
    const tally = addTally(await tallyOf({ name, perform }), astray);
    astray = nothing();
    const after = processorSeconds();
    spent.push({ name, seconds: (performance.now() - start) / 1000, processor: before === null || after === null ? null : after - before });
    console.log(`== ${name}: ${tallyLine(tally)}`);
    total = addTally(total, tally);
  }
  if (total.secondTries.length > 0) console.log(`\nWhat passed only at the second try:\n${failureLines(total.secondTries)}`);
  if (total.failures.length > 0) console.log(`\nWhat failed:\n${failureLines(total.failures)}`);
  console.log(`\nTime by part:\n${[...spent, sumOf(spent)].map(timeLine).join('\n')}`);
  await sayLast(`\n${tallyLine(total)}`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}

/** Parts that are one beside others: the next one comes also where one broke down. */
export async function inTurn(parts: readonly Part[]): Promise<Tally> {
  let total = nothing();
  for (const part of parts) total = addTally(total, await tallyOf(part));
  return total;
}

/** A part that breaks down has failed, and the others go on. */
const tallyOf = ({ name, perform }: Part): Promise<Tally> =>
  perform().catch((error: unknown) => {
    console.error(error);
    return failing(name, 'tools', error);
  });

/**
 * As the last line of all: said by who started this process (setup.mjs) when it has ended, by itself where nobody
 * listens.
 */
const sayLast = (line: string): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(line, () => resolve());
    else {
      console.log(line);
      resolve();
    }
  });

const timeLine = ({ name, seconds, processor }: Spent): string =>
  `${String(Math.round(seconds)).padStart(6)} s${processor === null ? '' : ` ${String(Math.round(processor)).padStart(6)} s of processor`}  ${name}`;

const sumOf = (spent: Spent[]): Spent => ({
  name: 'together',
  seconds: spent.reduce((sum, { seconds }) => sum + seconds, 0),
  processor: spent.reduce<number | null>((sum, { processor }) => (sum === null || processor === null ? null : sum + processor), 0),
});

/** Of the kernel's ticks a second. */
const TICKS = 100;

/**
 * What this process and those that it started and saw end have had of the processor, in seconds; null where the system
 * does not say.
 */
function processorSeconds(): number | null {
  try {
    const [, after = ''] = /^.*\) (.*)$/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
    return after
      .split(' ')
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks) / TICKS, 0);
  } catch {
    return null;
  }
}
