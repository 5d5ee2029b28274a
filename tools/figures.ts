// npm run figures: prints `name value unit`, one a line. Each figure is measured now; those with a limit are held to it by `npm test`.
import { globSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { ensureChromium } from './chromium.ts';
import { prepare } from './prepare.ts';
import { root } from './root.ts';
import type { Tally } from './tally.ts';

const Figure = v.object({
  name: v.string(),
  value: v.number(),
  unit: v.string(),
  limit: v.optional(v.object({ max: v.optional(v.number()), min: v.optional(v.number()) })),
});
type Figure = v.InferOutput<typeof Figure>;

/** Each workspace measures itself: `figures/index.ts` exports groups of figures, each a function that measures them together. */
const Measured = v.object({ figures: v.array(v.function()) });

/** A machine that does something else for a moment slows one side of a comparison: what breaks its limit is measured again before it counts. */
const TRIES = 4;

async function measure(report: (figure: Figure) => void): Promise<void> {
  for (const file of globSync('{packages,apps,services}/*/figures/index.ts', { cwd: root }).sort()) {
    const { figures: groups } = v.parse(Measured, await import(path.join(root, file)));
    for (const group of groups) {
      const start = performance.now();
      (await measureGroup(group)).forEach(report);
      console.log(`  (measured in ${Math.round((performance.now() - start) / 1000)} s)`);
    }
  }
}

async function measureGroup(group: (...args: unknown[]) => unknown): Promise<Figure[]> {
  let measured = v.parse(v.array(Figure), await group());
  for (let tries = 1; tries < TRIES && !measured.every(within); tries += 1) {
    const over = measured.filter((figure) => !within(figure));
    console.log(`${over.map(line).join(', ')}: over the limit, measured again …`);
    const again = v.parse(v.array(Figure), await group());
    measured = measured.map((figure) => (within(figure) ? figure : (again.find(({ name }) => name === figure.name) ?? figure)));
  }
  return measured;
}

const within = ({ value, limit }: Figure): boolean =>
  value <= (limit?.max ?? Number.POSITIVE_INFINITY) && value >= (limit?.min ?? Number.NEGATIVE_INFINITY);

const line = ({ name, value, unit }: Figure): string => `${name} ${Number.isInteger(value) ? value : value.toFixed(3)} ${unit}`;

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
  process.env['CHROMIUM'] = await ensureChromium();
  await prepare();
  let broken = 0;
  await measure((figure) => {
    if (!within(figure)) broken += 1;
    console.log(line(figure));
  });
  process.exit(broken === 0 ? 0 : 1);
}
