// npm run figures: prints `name value unit`, one a line, and nothing else on the standard output. Each figure is measured now; those with a limit are held to it by `npm test`.
import { globSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { ensureChromium } from './chromium.ts';
import { journeyFigures, MEASURING_JOURNEYS } from './journey-figures.ts';
import { journeys } from './journeys.ts';
import { type Figure, line, measureGroup, within } from './measure-group.ts';
import { prepare } from './prepare.ts';
import { root } from './root.ts';
import type { Tally } from './tally.ts';

/** Each workspace measures itself: `figures/index.ts` exports groups of figures, each a function that measures them together. */
const Measured = v.object({ figures: v.array(v.function()) });

/** The journeys have measured before: their pages are those of the whole product. */
async function measure(report: (figure: Figure) => void): Promise<void> {
  journeyFigures().forEach(report);
  for (const file of globSync('{packages,apps,services}/*/figures/index.ts', { cwd: root }).sort()) {
    const { figures: groups } = v.parse(Measured, await import(path.join(root, file)));
    for (const group of groups) {
      const start = performance.now();
      (await measureGroup(group, console.error)).forEach(report);
      console.error(`  (measured in ${Math.round((performance.now() - start) / 1000)} s)`);
    }
  }
}

/** Measures everything and counts the limits held and broken. */
export async function figureTally(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  await measure((figure) => {
    const held = within(figure);
    if (figure.limit !== undefined) tally[held ? 'passed' : 'failed'] += 1;
    console.log(`${line(figure)}${held ? '' : `   ✗ limit ${JSON.stringify(figure.limit)}`}`);
  });
  return tally;
}

if (import.meta.main) {
  // What is printed is figures; who reads them by machine does not hear of what is built for them, or how long it took.
  const print = console.log;
  console.log = console.error;
  const chromium = (process.env['CHROMIUM'] = await ensureChromium());
  await prepare();
  await journeys(chromium, MEASURING_JOURNEYS, { quiet: true });
  let broken = 0;
  await measure((figure) => {
    if (!within(figure)) broken += 1;
    print(line(figure));
  });
  process.exit(broken === 0 ? 0 : 1);
}
