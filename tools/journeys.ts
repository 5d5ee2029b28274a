// npm run journeys: the whole product on free ports with a database of its own, and the journeys of
// apps/shell/e2e/journeys on it. Arguments are Playwright's: npm run journeys -- --headed -g 'a reader pays'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { anyOf, samplePrices, sampleWords, writeSecondPublication } from '../services/commerce-api/test/second-publication.ts';
import { ensureChromium } from './chromium.ts';
import { buildAndDeploy } from './deploy.ts';
import { figuresIn, JOURNEY_FIGURES, worstOf } from './journey-figures.ts';
import type { Figure } from './measure-group.ts';
import { freePorts } from './ports.ts';
import { prepare } from './prepare.ts';
import { dataDir } from './root.ts';
import { run } from './run.ts';
import { startStack } from './stack.ts';
import { addTally, nothing, readPlaywrightReport, type Tally } from './tally.ts';
import { grepOf } from './tests.ts';

/**
 * The publications that journeys run on; each is also the name of a project in
 * apps/shell/playwright.journeys.config.ts.
 */
const PUBLICATIONS = ['sample', 'second'] as const;
type Publication = (typeof PUBLICATIONS)[number];

/** How many products run at the same time. */
const AT_ONCE = 2;

const CONFIG = '--config=apps/shell/playwright.journeys.config.ts';
const playwright = (publication: Publication, args: string[]): string[] => ['test', CONFIG, `--project=${publication}`, ...args];

/** One running product and its journeys, which run one after the other because they share its stock and its clock. */
type Lane = { publication: Publication; shard?: string };

/**
 * All journeys. The sample's are split over two products, which halves the time and shows that no journey depends on
 * another.
 */
const LANES: Lane[] = [...sampleLanes('1/2', '2/2'), { publication: 'second' }];

/** Those that stand beside `npm test`'s, in parts of two or three minutes. */
export const JOURNEY_PARTS: { name: string; lanes: Lane[] }[] = [
  { name: '1/3', lanes: sampleLanes('1/5', '4/5') },
  { name: '2/3', lanes: sampleLanes('2/5', '5/5') },
  { name: '3/3', lanes: [...sampleLanes('3/5'), { publication: 'second' }] },
];

function sampleLanes(...shards: string[]): Lane[] {
  return shards.map((shard) => ({ publication: 'sample', shard }));
}

/**
 * How many of the journeys of `npm test` each of the two products has, by their files' names: the first five take as
 * long as all others.
 */
const QUICK_WEIGHTS = '5:10';
/** And of the others, in `JOURNEY_PARTS`: a file is in one of them. */
const PART_WEIGHTS = '13:18:39:8:11';

/**
 * Starts the products, runs the journeys, stops them, and counts; what they measured is kept for the figures. Where
 * nothing is asked for, the long ones are left out, or all that stand beside others of their kind (`extent`), or those
 * of other lanes. `quiet` says only what went wrong.
 */
export async function journeys(
  chromium: string,
  args: string[] = [],
  { quiet = false, extent = 'all', lanes: some }: { quiet?: boolean; extent?: 'quick' | 'rest' | 'all'; lanes?: Lane[] } = {},
): Promise<Tally> {
  const wanted = args.length === 0 ? grepOf(extent) : args;
  const having = args.length === 0 && extent !== 'quick' ? PUBLICATIONS : await publicationsOf(wanted);
  const possible = some ?? (args.length === 0 ? LANES : PUBLICATIONS.map((publication): Lane => ({ publication })));
  const lanes = possible.filter(({ publication }) => having.includes(publication));
  if (lanes.length === 0) throw new Error(`There is no journey for ${args.join(' ')}`);
  mkdirSync(dataDir, { recursive: true });
  rmSync(JOURNEY_FIGURES, { force: true });
  const own = mkdtempSync(path.join(dataDir, 'journeys-'));
  const products = (await freePorts(lanes.length)).flatMap((ports, index) =>
    lanes.slice(index, index + 1).map((lane) => ({ ...lane, ports, folder: path.join(own, String(index)) })),
  );
  for (const { folder, ports } of products) await buildAndDeploy(path.join(folder, 'store'), ports);
  const secondEnv = lanes.some(({ publication }) => publication === 'second') ? await secondPublication(path.join(own, 'publication')) : {};
  const measured: Figure[] = [];
  const tallies: Tally[] = [];
  const waiting = products.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const product of waiting) tallies.push(await runOn(product));
    }),
  );
  writeFileSync(JOURNEY_FIGURES, JSON.stringify(worstOf(measured)));
  const tally = tallies.reduce(addTally, nothing());
  if (tally.failed === 0) rmSync(own, { recursive: true, force: true });
  else console.log(`The logs of this run are in ${own}, in the folders logs`);
  return tally;

  async function runOn({ publication, shard, ports, folder }: (typeof products)[number]): Promise<Tally> {
    const more = publication === 'second' ? secondEnv : {};
    const stack = await startStack({
      ports,
      dataDir: folder,
      storeDir: path.join(folder, 'store'),
      // The bot check is the real one, made cheap, so that no form costs a second of the processor. MAIL_RETURN: a
      // letter may bounce.
      env: { BOT_COST: '50', MAIL_RETURN: 'bounces@exclave.example', ...more },
      onCrash: (name, log) => console.error(`${name} ended by itself; its log is ${log}`),
    });
    try {
      const report = path.join(folder, 'report.json');
      const asked = [
        ...(shard === undefined ? [] : [`--shard=${shard}`]),
        `--output=${path.join(folder, 'results')}`,
        '--retries=1',
        '--reporter=list,json',
        ...wanted,
      ];
      const { code, output } = await run('playwright', playwright(publication, asked), {
        quiet,
        env: {
          CHROMIUM: chromium,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          ...(shard !== undefined && extent !== 'all' && { PWTEST_SHARD_WEIGHTS: extent === 'quick' ? QUICK_WEIGHTS : PART_WEIGHTS }),
          NEWSSTAND_MAGAZINE: stack.urls.magazine,
          NEWSSTAND_DESK: stack.urls.desk,
          NEWSSTAND_MAILBOX: stack.urls.mailbox,
          NEWSSTAND_STRIPE: stack.urls.stripe,
          NEWSSTAND_DATA: folder,
          ...more,
        },
      });
      const counted = readPlaywrightReport(report, code);
      if (publication === 'sample' && existsSync(report)) measured.push(...figuresIn(JSON.parse(readFileSync(report, 'utf8'))));
      if (counted.failed > 0) console.error(output);
      return counted;
    } finally {
      await stack.stop();
    }
  }
}

/** The publications that have a journey which these arguments of Playwright’s ask for. */
async function publicationsOf(args: string[]): Promise<readonly Publication[]> {
  const having: Publication[] = [];
  for (const publication of PUBLICATIONS) {
    const { code } = await run('playwright', playwright(publication, ['--list', ...args]), { quiet: true });
    if (code === 0) having.push(publication);
  }
  return having;
}

/** The environment of the second publication: for the product, its journeys, and the staff programs that they run. */
async function secondPublication(dir: string): Promise<Record<string, string>> {
  await writeSecondPublication(dir);
  return { PUBLICATION_DIR: dir, NEWSSTAND_SAMPLE_WORDS: anyOf([...(await sampleWords()), ...(await samplePrices())]).source };
}

if (import.meta.main) {
  const chromium = await ensureChromium();
  await prepare();
  const { failed } = await journeys(chromium, process.argv.slice(2));
  process.exit(failed === 0 ? 0 : 1);
}
