// node figures/import-at-size.ts <rows>: what bringing, checking, applying and taking back a file of that many readers
// takes, on the clock and of the processors, how much memory (of the process, with the thread in which it is done), and
// how long those who read meanwhile wait; half of the file have a mailbox. With `turns` behind it the work is done for
// four seconds and left for four, by turns, and so are reports and files of readers after it: what readers waited for
// in one and the other is compared (desk.md, bar 16: 10 % more at most). Memory is that of the service as it runs: node
// scripts/build.ts dist/figures figures/import-at-size.ts, then node --max-semi-space-size=8 --heap-growing-percent=20
// dist/figures/import-at-size.mjs <rows>. From the sources each thread has a compiler of its own that strips types.
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ImportColumns, ImportCounts } from '@newsstand/contracts/desk-imports';
import { DeskReportName } from '@newsstand/contracts/desk-reports';
import * as v from 'valibot';
import { readImport } from '../src/desk/imports/read-imports.ts';
import { applyImport, checkImport, withdrawImport } from '../src/desk/imports/import-verbs.ts';
import { uploadImport } from '../src/desk/imports/upload-import.ts';
import { openDeskDb } from '../src/desk/open-desk-db.ts';
import { exportPeople } from '../src/desk/reader-pages/export-people.ts';
import { readReport } from '../src/desk/reports/read-report.ts';
import type { Deps } from '../src/publication/deps.ts';
import type { Person } from '../src/desk/staff/staff-session.ts';
import { createApp } from '../src/api/app.ts';
import { openDeps } from '../src/main/open-deps.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { listen } from '../src/platform/http/listen.ts';
import { createLog } from '../src/platform/http/log.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { runImportThread } from '../src/readers/imports/run-import-thread.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { percentile } from './load.ts';
import { openShop } from './open-shop.ts';
import { familyOf, processorTime } from './processor-time.ts';
import { Visit } from './visit.ts';

const MB = 1024 * 1024;

async function* list(rows: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('legacy_id,name,email,line1,city,state,postcode,country,issues_left,value_left\n');
  // In pieces as they come from a browser.
  let piece = '';
  for (let n = 1; n <= rows; n++) {
    const email = n % 2 === 0 ? `reader${n}@example.org` : '';
    piece += `QF-${n},Ana Kowalska ${n},${email},"${n} Elm St",Dayton,OH,45402,US,${1 + (n % 8)},39.00\n`;
    if (piece.length < 16_384 && n < rows) continue;
    yield Buffer.from(piece);
    piece = '';
  }
}

/**
 * The process of PostgreSQL that serves a connection, and the server that it is a child of: others of the same name may
 * run beside it.
 */
async function backendOf(db: Deps['db']): Promise<number> {
  const [row] = await db.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}
const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/**
 * What readers wait for who look at their cart and at the store's prices, thirty a second, whether or not the one
 * before was answered; in a thread of their own, so that they wait for the service alone.
 */
class Readers {
  #waits: number[] = [];
  readonly #thread: Worker;

  constructor(origin: string) {
    this.#thread = new Worker(new URL(import.meta.url), { workerData: { origin } });
    this.#thread.on('message', (wait) => this.#waits.push(Number(wait)));
    this.#thread.on('error', (error) => {
      throw error;
    });
  }

  /** What they waited for since this was asked last, in milliseconds. */
  waits(): number[] {
    const waits = this.#waits;
    this.#waits = [];
    return waits;
  }

  waited(): string {
    const waits = this.waits();
    const at = (share: number) => (waits.length === 0 ? 0 : percentile(waits, share)).toFixed(1);
    return `${waits.length} readers' calls: median ${at(0.5)} ms, p95 ${at(0.95)}, longest ${at(1)}`;
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }
}

async function readFor(origin: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const visits = Array.from({ length: 6 }, () => new Visit(agent, origin));
  const read = async (visit: Visit, path: string) => {
    const begun = performance.now();
    await visit.get(path);
    parentPort?.postMessage(performance.now() - begun, []);
  };
  for (let call = 0; ; call += 1) {
    const visit = visits[call % visits.length];
    if (visit) void read(visit, call % 4 < 2 ? '/api/cart' : '/api/config/shipping');
    await setTimeout(33);
  }
}

const TURN = 4_000;
const toTheEnd = new AbortController().signal;

type Work = {
  most: number;
  work: (signal: AbortSignal) => Promise<void>;
  /** Answers once it is at work: what its thread takes to start is not what it does for minutes. */
  begun?: () => Promise<void>;
};

/**
 * Works and rests by turns until there is nothing left to do or `most` turns are over, and says by how much readers
 * wait longer meanwhile: medians over the turns, and of all calls together.
 */
async function inTurns(what: string, readers: Readers, { most, work, begun = async () => undefined }: Work): Promise<void> {
  const waits: { resting: number[]; working: number[] }[] = [];
  const state = { isOver: false };
  while (!state.isOver && waits.length < most) {
    readers.waits();
    await setTimeout(TURN);
    const resting = readers.waits();
    const turn = new AbortController();
    const done = work(turn.signal).then(() => (state.isOver = !turn.signal.aborted));
    await Promise.race([begun(), done]);
    readers.waits();
    await Promise.race([setTimeout(TURN), done]);
    const working = readers.waits();
    turn.abort();
    await done;
    if (!state.isOver) waits.push({ resting, working });
    await setTimeout(500);
  }
  const median = (of: 'resting' | 'working', share: number) =>
    percentile(
      waits.map((turn) => percentile(turn[of], share)),
      0.5,
    );
  const longer = (share: number) =>
    percentile(
      waits.map(({ resting, working }) => percentile(working, share) / percentile(resting, share)),
      0.5,
    );
  const together = (of: 'resting' | 'working', share: number) =>
    percentile(
      waits.flatMap((turn) => turn[of]),
      share,
    );
  const spread = [0.5, 0.75, 0.9, 0.95].map(
    (share) =>
      `p${share * 100} ${median('resting', share).toFixed(1)} and ${median('working', share).toFixed(1)} ms (× ${longer(share).toFixed(2)}; of all × ${(together('working', share) / together('resting', share)).toFixed(2)})`,
  );
  console.log(`${what}, ${waits.length} turns: readers' ${spread.join(', ')}; load ${loadavg()[0]?.toFixed(1)}`);
}

async function importAtSize(rows: number, isInTurns: boolean): Promise<void> {
  const postgres = await startScratchPostgres();
  const databaseUrl = await openShop(postgres.url);
  const config = readConfig({ DATABASE_URL: databaseUrl });
  const deps = await openDeps(config, databaseUrl, createLog('error'));
  const desk = { ...deps, db: openDeskDb(deps) };
  const person: Person = {
    id: uuidv7(),
    name: 'Bob',
    email: 'bob@example.org',
    roles: ['circulation'],
    session: '',
    keys: 1,
    fresh: new Date(),
  };
  const { id: staff, name, email, roles } = person;
  await deps.db.staff.create({ data: { id: staff, publicationId: config.publicationId, email, name, roles, created: new Date() } });

  const postmaster = parentOf(await backendOf(deps.db));
  const server = await listen(createApp(deps), { port: 0, host: '127.0.0.1' });
  const readers = new Readers(`http://127.0.0.1:${server.port}`);

  let most = 0;
  let before = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100);
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const [begun, own, database] = [performance.now(), process.cpuUsage(), processorTime(familyOf(postmaster))];
    const result = await work();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const { user, system } = process.cpuUsage(own);
    const [mine, its] = [(user + system) / 1e6, (processorTime(familyOf(postmaster)) - database) / 1e3].map((each) => each.toFixed(1));
    console.log(
      `${what}: ${seconds} s (processors: ${mine} s here, ${its} s PostgreSQL's); ${readers.waited()}; memory up to ${Math.round(most / MB)} MB (${Math.round(before / MB)} before); load ${loadavg()[0]?.toFixed(1)}`,
    );
    return result;
  };
  const id = uuidv7();
  const network = '';
  console.log(`${rows} rows`);
  await setTimeout(20_000);
  // As it is when it serves readers: what their first calls take is no import's.
  before = process.memoryUsage.rss();
  most = before;
  console.log(`before: ${readers.waited()}; memory ${Math.round(before / MB)} MB; load ${loadavg()[0]?.toFixed(1)}`);
  await timed('bring', () => uploadImport(desk, person, { action: id, name: 'list.csv', source: 'list', network, body: list(rows) }));
  const { columns } = await readImport(desk, { id });
  await checkImport(desk, person, { id, action: uuidv7(), network, columns: v.parse(ImportColumns, columns) });
  const cursor = async () => (await deps.db.import.findUniqueOrThrow({ where: { id }, select: { cursor: true } })).cursor;
  const begun = async () => {
    for (const before = await cursor(); (await cursor()) === before;) await setTimeout(50);
  };
  const ofImports = { work: (signal: AbortSignal) => runImportThread(deps, signal), begun };
  if (isInTurns) await inTurns('check', readers, { most: 12, ...ofImports });
  await timed('check', () => runImportThread(deps, toTheEnd));
  const found = await timed('look at what was found', () => readImport(desk, { id }));
  const counts = v.parse(ImportCounts, found.counts);
  await applyImport(desk, person, { id, action: uuidv7(), network, rows: counts.new });
  if (isInTurns) await inTurns('apply', readers, { most: 12, ...ofImports });
  await timed('apply', () => runImportThread(deps, toTheEnd));
  const asked = { of: 'readers', segment: 'running' } as const;
  await timed('take a file of readers', () => exportPeople(desk, person, { action: uuidv7(), people: asked, network }));
  if (isInTurns) {
    await inTurns('reports', readers, {
      most: 8,
      work: async (signal) => {
        while (!signal.aborted) {
          for (const report of DeskReportName.options) await readReport(desk, { ...person, roles: ['publisher'] }, { name: report });
        }
      },
    });
    await inTurns('a file of readers', readers, {
      most: 8,
      work: async () => {
        await exportPeople(desk, person, { action: uuidv7(), people: asked, network });
        await setTimeout(TURN);
      },
    });
  }
  console.log(
    await timed('say what would be taken back', () => withdrawImport(desk, person, { id, action: uuidv7(), network, dry: true })),
  );
  await withdrawImport(desk, person, { id, action: uuidv7(), network });
  await timed('take back', () => runImportThread(deps, toTheEnd));
  console.log(`left: ${await deps.db.subscription.count()} subscriptions, ${await deps.db.account.count()} accounts`);
  clearInterval(watch);
  await readers.stop();
  await server.stop();
  await desk.db.$disconnect();
  await deps.db.$disconnect();
  await postgres.stop();
}

if (isMainThread) await importAtSize(Number(process.argv[2] ?? 100_000), process.argv[3] === 'turns');
else await readFor(String(workerData.origin));
