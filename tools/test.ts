// npm test: the checks, the tests beside the code, the browser's tests, and the figures against their limits.
import { check } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { figureTally } from './figures.ts';
import { journeys } from './journeys.ts';
import { prepare } from './prepare.ts';
import { browserTests, unitTests } from './tests.ts';
import { addTally, tallyLine, type Tally } from './tally.ts';

const steps: { name: string; perform: () => Promise<Tally> }[] = [];
const chromium = await ensureChromium();
process.env['CHROMIUM'] = chromium;
await prepare();

steps.push(
  { name: 'Checks', perform: check },
  { name: 'Tests beside the code', perform: unitTests },
  { name: 'Browser tests, and beside them journeys on the reference magazine', perform: () => inBrowsers(chromium) },
  { name: 'Figures and their limits', perform: figureTally },
);

/** The journeys mostly wait, for one page after the other: on two cores there is room for them beside the suites. */
async function inBrowsers(executable: string): Promise<Tally> {
  const [alone, together] = await Promise.all([browserTests(executable), journeys(executable)]);
  return addTally(alone, together);
}

let total: Tally = { passed: 0, failed: 0, skipped: 0 };
for (const { name, perform } of steps) {
  const start = performance.now();
  console.log(`\n== ${name}`);
  const tally = await perform().catch((error: unknown): Tally => {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  console.log(`== ${name}: ${tallyLine(tally)} (${Math.round((performance.now() - start) / 1000)} s)`);
  total = addTally(total, tally);
}
console.log(`\n${tallyLine(total)}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
