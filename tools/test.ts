// npm test: the checks, and of the tests beside the code, in browsers and across remotes those that nothing beside them says as well (tally.ts).
// With --all every test of every change, a reader in a WordPress, and the figures that are the same whenever they are right: what .ci/run runs.
// With --and-long also what `npm run test:long` runs, as far as it begins within the given minutes.
import { parseArgs } from 'node:util';
import { check } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { figureTally } from './figures.ts';
import { journeys } from './journeys.ts';
import { longParts } from './long-parts.ts';
import { inTurn, type Part, runParts } from './parts.ts';
import { prepare } from './prepare.ts';
import { browserTests, unitTests } from './tests.ts';
import { addTally, type Tally } from './tally.ts';
import { fetchWordPress, wordpressCore } from './try-wordpress.ts';

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false }, 'and-long': { type: 'string' } } });
const extent = values.all ? 'all' : 'quick';
const chromium = await ensureChromium();
process.env['CHROMIUM'] = chromium;
await prepare();
const wordpressIsHere = values.all ? fetchWordPress() : async () => false;

await runParts([
  { name: 'Tests beside the code, and beside them the checks', perform: besideTheCode },
  {
    name: `Browser tests, and beside them journeys${values.all ? ', a reader in a WordPress, weights, requests and statements' : ''}`,
    perform: inBrowsers,
  },
  ...(values['and-long'] === undefined ? [] : longParts(Number(values['and-long']))),
]);

/** Most of the checks keep one core busy for a minute, and the tests wait for PostgreSQL now and then: together they take a minute less than one after the other. */
async function besideTheCode(): Promise<Tally> {
  const [tests, checks] = await Promise.all([unitTests({ extent }), inTurn([{ name: 'Checks', perform: check }])]);
  return addTally(checks, tests);
}

/** What stands beside the journeys, and wants what they measured. */
function besides(): Part[] {
  return [
    { name: 'What a reader does first in a WordPress', perform: () => wordpressCore(chromium, wordpressIsHere) },
    { name: 'Weights, requests and statements', perform: figureTally },
  ];
}

/**
 * The journeys mostly wait, for one page after the other: on two cores there is room for them beside the suites. They end first; what comes behind them,
 * one after the other, has their room. The figures are last, since some of them the journeys measure.
 */
async function inBrowsers(): Promise<Tally> {
  const [alone, together] = await Promise.all([
    browserTests(chromium, { extent }),
    inTurn([
      { name: 'Journeys on the reference magazine', perform: () => journeys(chromium, [], { extent }) },
      ...(values.all ? besides() : []),
    ]),
  ]);
  return addTally(alone, together);
}
