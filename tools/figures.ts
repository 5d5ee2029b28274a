// npm run figures: prints `name value unit`, one a line, and nothing else on the standard output. Each figure is
// measured now; those with a limit are held to it by `npm test`.
import { globSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { ensureChromium } from './chromium.ts';
import { journeyFigures, MEASURING_JOURNEYS } from './journey-figures.ts';
import { journeys } from './journeys.ts';
import { type Figure, line, measureGroup, within } from './measure-group.ts';
import { prepare } from './prepare.ts';
import { root } from './root.ts';
import { addTally, failing, nothing, type Tally } from './tally.ts';

/**
 * Each workspace measures itself: `figures/index.ts` exports groups of figures, each a function that measures them
 * together. `figures` are the same whenever they are right (weights, requests, statements); `timings` depend on a
 * clock, and take minutes.
 */
const Groups = v.array(v.function());
const Measured = v.object({ figures: Groups, timings: Groups });
type Kind = keyof v.InferOutput<typeof Measured>;

async function measure(kind: Kind, report: (figure: Figure) => void): Promise<void> {
  for (const file of globSync('{packages,apps,services}/*/figures/index.ts', { cwd: root }).sort()) {
    for (const group of v.parse(Measured, await import(path.join(root, file)))[kind]) {
      const start = performance.now();
      (await measureGroup(group, console.error)).forEach(report);
      console.error(`  (measured in ${Math.round((performance.now() - start) / 1000)} s)`);
    }
  }
}

/** Counts the limits held and broken. */
function counting(): { tally: () => Tally; count: (figure: Figure) => void } {
  let tally = nothing();
  const count = (figure: Figure): void => {
    const held = within(figure);
    const limit = JSON.stringify(figure.limit);
    if (figure.limit !== undefined)
      tally = held
        ? { ...tally, passed: tally.passed + 1 }
        : addTally(tally, failing(figure.name, 'npm run figures', `${line(figure)} is over its limit ${limit}`));
    console.log(`${line(figure)}${held ? '' : `   ✗ limit ${limit}`}`);
  };
  return { tally: () => tally, count };
}

/**
 * What is the same whenever it is right; the journeys have measured before: their pages are those of the whole product.
 */
export async function figureTally(): Promise<Tally> {
  const { tally, count } = counting();
  journeyFigures().forEach(count);
  await measure('figures', count);
  return tally();
}

/** What the journeys measured. */
export function journeyTally(): Tally {
  const { tally, count } = counting();
  journeyFigures().forEach(count);
  return tally();
}

/** What a clock measures. */
export async function timingTally(): Promise<Tally> {
  const { tally, count } = counting();
  await measure('timings', count);
  return tally();
}

if (import.meta.main) {
  // What is printed is figures; who reads them by machine does not hear of what is built for them, or how long it took.
  const print = console.log;
  console.log = console.error;
  const chromium = (process.env['CHROMIUM'] = await ensureChromium());
  await prepare();
  await journeys(chromium, MEASURING_JOURNEYS, { quiet: true });
  let broken = 0;
  const report = (figure: Figure): void => {
    if (!within(figure)) broken += 1;
    print(line(figure));
  };
  journeyFigures().forEach(report);
  await measure('figures', report);
  await measure('timings', report);
  process.exit(broken === 0 ? 0 : 1);
}
