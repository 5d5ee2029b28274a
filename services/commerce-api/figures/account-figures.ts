import { addTerm } from '../src/ledger/terms/add-term.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDb } from '../src/platform/db/db.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createDatabase, withDatabase } from '../src/platform/db/open-database.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { applyPublication } from '../src/publication/apply-publication.ts';
import { loadPublication } from '../src/publication/load-publication.ts';
import { appOn, type TestApp } from '../test/app-on.ts';
import type { Browser } from '../test/browser.ts';
import { logInWith, makeAccount } from '../test/reader.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import type { Figure } from './figure.ts';
import { percentile } from './load.ts';

/** How many subscriptions the readers have whose account page is read. */
const SIZES = [1, 10, 100] as const;
const ROUNDS = 80;

type Reader = { size: number; browser: Browser };

/** The account page of readers with one, ten and a hundred subscriptions: how many statements its data are. */
export const accountStatements = (): Promise<Figure[]> =>
  withReaders(async (service, readers) => {
    const figures: Figure[] = [];
    for (const { size, browser } of readers) {
      const value = await countStatements(service, browser);
      figures.push({ name: `account.page_of_${size}.statements`, value, unit: 'statements', limit: { max: 2 } });
    }
    return figures;
  });

/** How much longer its data take for more of them. */
export const accountFigures = (): Promise<Figure[]> =>
  withReaders(async (_, readers) => {
    const times = new Map<number, number[]>(SIZES.map((size) => [size, []]));
    // In turns, so that whatever else the machine does falls on all alike; the first of them are not measured.
    for (let round = 0; round < ROUNDS + 20; round += 1) {
      for (const { size, browser } of readers) {
        const time = await timed(browser);
        if (round >= 20) times.get(size)?.push(time);
      }
    }
    const median = (size: number) => percentile(times.get(size) ?? [], 0.5);
    return [
      ...SIZES.map((size) => ({ name: `account.page_of_${size}.median`, value: median(size), unit: 'ms' })),
      { name: 'account.page_of_10.against_1', value: median(10) / median(1), unit: 'ratio', limit: { max: 2 } },
      { name: 'account.page_of_100.against_1', value: median(100) / median(1), unit: 'ratio', limit: { max: 3 } },
    ];
  });

async function withReaders(measure: (service: TestApp, readers: Reader[]) => Promise<Figure[]>): Promise<Figure[]> {
  const postgres = await startScratchPostgres();
  try {
    await createDatabase(postgres.url, 'account_figures');
    const databaseUrl = withDatabase(postgres.url, 'account_figures');
    await prepare(databaseUrl);
    const service = await appOn(databaseUrl);
    const readers: Reader[] = [];
    for (const size of SIZES) readers.push({ size, browser: await makeReader(service, size) });
    await service.deps.db.$executeRaw`analyze`;
    const figures = await measure(service, readers);
    await service.close();
    return figures;
  } finally {
    await postgres.stop();
  }
}

async function prepare(databaseUrl: string): Promise<void> {
  const { publicationDir, publicationId } = readConfig({});
  await migrate(databaseUrl);
  const db = openDb(databaseUrl);
  const publication = await loadPublication(publicationDir);
  await applyPublication({ db, clock: () => new Date() }, { id: publicationId, publication, dir: publicationDir });
  await db.$disconnect();
}

/** Each subscription is a year of print; of the first, two issues have come. */
async function makeReader(service: TestApp, size: number): Promise<Browser> {
  const { db, config, clock } = service.deps;
  const { id: ownerId, email } = await makeAccount(service);
  const deliverables = { set: 'print-a', active: 'print-a' } as const;
  for (let index = 0; index < size; index += 1) {
    const id = uuidv7();
    const term = { id, source: `figure:${id}`, term: '1year', level: 'low', deliverables, at: clock() } as const;
    await db.$transaction((tx) => addTerm(tx, { publicationId: config.publicationId, ownerId, ...term }));
  }
  const first = await db.subscription.findFirstOrThrow({ where: { ownerId, cycle: 1 } });
  for (const [ordinal, issue] of [
    [1, 14],
    [2, 15],
  ] as const) {
    const data = { issue, deliverable: 'print-a', delivered: clock() };
    await db.issueToken.updateMany({ where: { subscriptionId: first.id, ordinal }, data });
  }
  const browser = service.browser();
  await logInWith(browser, email);
  return browser;
}

async function countStatements(service: TestApp, browser: Browser): Promise<number> {
  service.statements.length = 0;
  await timed(browser);
  return service.statements.length;
}

async function timed(browser: Browser): Promise<number> {
  const begun = performance.now();
  const response = await browser.get('/api/page/account');
  const page = await response.text();
  if (response.status !== 200 || !page.includes('"subscriber":{')) throw new Error(`the account page answered ${response.status}`);
  return performance.now() - begun;
}
