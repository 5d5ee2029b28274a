// node figures/import-at-size.ts <rows>: what bringing, checking, applying and taking back a file of that many readers takes, on the clock and of the processors, how much
// memory, and how long those who read meanwhile wait in the same process; half of the file have a mailbox.
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { ImportColumns, ImportCounts } from '@newsstand/contracts/desk-imports';
import * as v from 'valibot';
import { readImport } from '../src/desk/imports/read-imports.ts';
import { applyImport, checkImport, withdrawImport } from '../src/desk/imports/start-import.ts';
import { uploadImport } from '../src/desk/imports/upload-import.ts';
import { openDeskDb } from '../src/desk/open-desk-db.ts';
import type { Deps } from '../src/publication/deps.ts';
import type { Person } from '../src/desk/staff/staff-session.ts';
import { createApp } from '../src/api/app.ts';
import { openDeps } from '../src/main/open-deps.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { listen } from '../src/platform/http/listen.ts';
import { createLog } from '../src/platform/http/log.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { runImports } from '../src/readers/imports/run-imports.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { openShop } from './open-shop.ts';
import { familyOf, processorTime } from './processor-time.ts';
import { Visit } from './visit.ts';

const MB = 1024 * 1024;

async function* list(rows: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('legacy_id,name,email,line1,city,state,postcode,country,issues_left,value_left\n');
  for (let n = 1; n <= rows; n++) {
    const email = n % 2 === 0 ? `reader${n}@example.org` : '';
    yield Buffer.from(`QF-${n},Ana Kowalska ${n},${email},"${n} Elm St",Dayton,OH,45402,US,${1 + (n % 8)},39.00\n`);
  }
}

/** The process of PostgreSQL that serves a connection, and the server that it is a child of: others of the same name may run beside it. */
async function backendOf(db: Deps['db']): Promise<number> {
  const [row] = await db.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}
const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** What readers wait for who look at their cart and at the store's prices, one call after another, ten a second. */
class Readers {
  #waits: number[] = [];
  #stopped = false;
  readonly #done: Promise<void>;

  constructor(origin: string) {
    this.#done = this.#read(new Visit(new Agent({ keepAlive: true }), origin));
  }

  /** What they waited for since this was asked last, in milliseconds. */
  waited(): string {
    const waits = this.#waits.toSorted((one, other) => one - other);
    this.#waits = [];
    const at = (share: number) => Math.round(waits[Math.floor(waits.length * share)] ?? 0);
    return `${waits.length} readers' calls: median ${at(0.5)} ms, p95 ${at(0.95)}, longest ${at(0.9999)}`;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  async #read(visit: Visit): Promise<void> {
    while (!this.#stopped) {
      for (const path of ['/api/cart', '/api/config/shipping']) {
        const begun = performance.now();
        await visit.get(path);
        this.#waits.push(performance.now() - begun);
      }
      await setTimeout(200);
    }
  }
}

async function importAtSize(rows: number): Promise<void> {
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

  let most = process.memoryUsage.rss();
  const before = most;
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
  console.log(`before: ${readers.waited()}; load ${loadavg()[0]?.toFixed(1)}`);
  await timed('bring', () => uploadImport(desk, person, { action: id, name: 'list.csv', source: 'list', network, body: list(rows) }));
  const { columns } = await readImport(desk, { id });
  await checkImport(desk, person, { id, action: uuidv7(), network, columns: v.parse(ImportColumns, columns) });
  await timed('check', () => runImports(deps));
  const found = await timed('look at what was found', () => readImport(desk, { id }));
  const counts = v.parse(ImportCounts, found.counts);
  await applyImport(desk, person, { id, action: uuidv7(), network, rows: counts.new });
  await timed('apply', () => runImports(deps));
  console.log(
    await timed('say what would be taken back', () => withdrawImport(desk, person, { id, action: uuidv7(), network, dry: true })),
  );
  await withdrawImport(desk, person, { id, action: uuidv7(), network });
  await timed('take back', () => runImports(deps));
  console.log(`left: ${await deps.db.subscription.count()} subscriptions, ${await deps.db.account.count()} accounts`);
  clearInterval(watch);
  await readers.stop();
  await server.stop();
  await desk.db.$disconnect();
  await deps.db.$disconnect();
  await postgres.stop();
}

await importAtSize(Number(process.argv[2] ?? 100_000));
