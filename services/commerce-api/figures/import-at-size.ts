// node figures/import-at-size.ts <rows>: what bringing, checking, applying and taking back a file of that many readers takes, and how much memory; half have a mailbox.
import { loadavg } from 'node:os';
import { ImportColumns, ImportCounts } from '@newsstand/contracts/desk-imports';
import * as v from 'valibot';
import { readImport } from '../src/desk/imports/read-imports.ts';
import { applyImport, checkImport, withdrawImport } from '../src/desk/imports/start-import.ts';
import { uploadImport } from '../src/desk/imports/upload-import.ts';
import { openDeskDb } from '../src/desk/open-desk-db.ts';
import type { Person } from '../src/desk/staff/staff-session.ts';
import { openDeps } from '../src/main/open-deps.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { createLog } from '../src/platform/http/log.ts';
import { uuidv7 } from '../src/platform/db/uuidv7.ts';
import { runImports } from '../src/readers/imports/run-imports.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import { openShop } from './open-shop.ts';

const MB = 1024 * 1024;

async function* list(rows: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('legacy_id,name,email,line1,city,state,postcode,country,issues_left,value_left\n');
  for (let n = 1; n <= rows; n++) {
    const email = n % 2 === 0 ? `reader${n}@example.org` : '';
    yield Buffer.from(`QF-${n},Ana Kowalska ${n},${email},"${n} Elm St",Dayton,OH,45402,US,${1 + (n % 8)},39.00\n`);
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

  let most = process.memoryUsage.rss();
  const before = most;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100);
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const begun = performance.now();
    const result = await work();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `${what}: ${seconds} s; memory up to ${Math.round(most / MB)} MB (${Math.round(before / MB)} before); load ${loadavg()[0]?.toFixed(1)}`,
    );
    return result;
  };
  const id = uuidv7();
  const network = '';
  console.log(`${rows} rows`);
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
  await desk.db.$disconnect();
  await deps.db.$disconnect();
  await postgres.stop();
}

await importAtSize(Number(process.argv[2] ?? 100_000));
