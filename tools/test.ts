// npm test: the checks, and of the tests beside the code, in browsers and across remotes those that nothing beside them
// says as well (tally.ts). With --all every test of every change, a reader in a WordPress, and the figures that are the
// same whenever they are right. With --minutes 8, as .ci/run asks: what `npm test` has, the figures, and of the others,
// and of the long ones, one part and what begins within so many minutes.
import { parseArgs } from 'node:util';
import { check } from './check.ts';
import { ensureChromium } from './chromium.ts';
import { figureTally, journeyTally } from './figures.ts';
import { JOURNEY_PARTS, journeys } from './journeys.ts';
import { longParts } from './long-parts.ts';
import { atLeastOne, fromAnotherOne, inTurn, type Part, runParts } from './parts.ts';
import { prepare } from './prepare.ts';
import { run } from './run.ts';
import { browserTests, browserWorkspaces, unitTests } from './tests.ts';
import { addTally, type Tally } from './tally.ts';
import { fetchWordPress, wordpressCore } from './try-wordpress.ts';

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false }, minutes: { type: 'string' } } });
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
const extent = values.all ? 'all' : 'quick';
const chromium = await ensureChromium();
process.env['CHROMIUM'] = chromium;
await prepare();
const wordpressIsHere = values.all || minutes !== undefined ? fetchWordPress() : async () => false;

const wordpress: Part = { name: 'What a reader does first in a WordPress', perform: () => wordpressCore(chromium, wordpressIsHere) };
const moreChecks: Part = { name: 'More checks', perform: () => check('rest') };
const figures: Part = { name: 'Weights, requests and statements', perform: figureTally };

await runParts([
  { name: 'Tests beside the code, and beside them the checks', perform: besideTheCode },
  {
    name: `Browser tests, and beside them journeys${values.all ? ', a reader in a WordPress, weights, requests and statements' : ''}`,
    perform: inBrowsers,
  },
  ...(minutes === undefined
    ? []
    : [moreChecks, figures, ...atLeastOne(minutes, [...fromAnotherOne(await commit(), theRest()), ...longParts()])]),
]);

/** What stands beside what `npm test` has, in parts of a minute or two. */
function theRest(): Part[] {
  return [
    ...['1/5', '2/5', '3/5', '4/5', '5/5'].map((shard) => ({
      name: `More tests beside the code (${shard})`,
      perform: () => unitTests({ extent: 'rest', shard }),
    })),
    ...browserWorkspaces().map((workspace) => ({
      name: `More browser tests of ${workspace}`,
      perform: () => browserTests(chromium, { workspaces: [workspace], extent: 'rest' }),
    })),
    ...JOURNEY_PARTS.map(({ name, lanes }) => ({
      name: `More journeys (${name})`,
      perform: async () => addTally(await journeys(chromium, [], { extent: 'rest', lanes }), journeyTally()),
    })),
    wordpress,
  ];
}

/** Which commit this is, as a number. */
async function commit(): Promise<number> {
  const { code, output } = await run('git', ['rev-parse', 'HEAD'], { quiet: true });
  return code === 0 ? Number.parseInt(output.trim().slice(0, 8), 16) : 0;
}

/**
 * Most of the checks keep one core busy for a minute, and the tests wait for PostgreSQL now and then: together they
 * take a minute less than one after the other.
 */
async function besideTheCode(): Promise<Tally> {
  const [tests, checks] = await Promise.all([unitTests({ extent }), inTurn([{ name: 'Checks', perform: () => check(extent) }])]);
  return addTally(checks, tests);
}

/**
 * The journeys mostly wait, for one page after the other: on two cores there is room for them beside the suites. They
 * end first; what comes behind them, one after the other, has their room. The figures are last, since some of them the
 * journeys measure.
 */
async function inBrowsers(): Promise<Tally> {
  const [alone, together] = await Promise.all([
    browserTests(chromium, { extent }),
    inTurn([
      { name: 'Journeys on the reference magazine', perform: () => journeys(chromium, [], { extent }) },
      // These want what the journeys measured.
      ...(values.all ? [wordpress, figures] : []),
    ]),
  ]);
  return addTally(alone, together);
}
