import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { openDb } from '../src/db/db.ts';
import { migrate } from '../src/db/migrate.ts';
import { createDatabase, withDatabase } from '../src/open-database.ts';
import { applyPublication } from '../src/publication/apply-publication.ts';
import { loadPublication } from '../src/publication/load-publication.ts';
import { appOn } from '../src/test/app-on.ts';
import { startScratchPostgres } from '../src/test/scratch-postgres.ts';
import type { Figure } from './figure.ts';
import { load, percentile, type Call, type Turn } from './load.ts';
import { seedHistory } from './seed-history.ts';
import { NO_MAIL } from '../src/test/no-mail.ts';
import { startProcess, type Started } from './start-process.ts';

/** Many short turns, one after the other, so that whatever else the machine does falls on both alike. */
const ROUNDS = 12;
const TURN = 500;
const ITEM = { type: 'add', item: { item: 'sized-product', ref: 'sze:last-boat-tee-m', quantity: 1 } };

/** The cart's hot paths beside the same by hand, on a real PostgreSQL that keeps what it commits, with a history of 20,000 orders. */
export async function apiFigures(): Promise<Figure[]> {
  const postgres = await startScratchPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
  try {
    await createDatabase(postgres.url, 'figures');
    const databaseUrl = withDatabase(postgres.url, 'figures');
    await prepare(databaseUrl);
    const tokens = await seedHistory(databaseUrl);
    return [...(await statementFigures(databaseUrl)), ...(await speedFigures(databaseUrl, tokens))];
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

async function statementFigures(databaseUrl: string): Promise<Figure[]> {
  const service = await appOn(databaseUrl);
  const reader = service.browser();
  const count = async (act: () => Promise<Response>) => {
    service.statements.length = 0;
    const { status } = await act();
    if (status !== 200) throw new Error(`answered ${status}`);
    return service.statements.length;
  };
  const add = await count(() => reader.post('/api/cart', ITEM));
  const again = await count(() => reader.post('/api/cart', ITEM));
  const read = await count(() => reader.get('/api/cart'));
  const page = await count(() => reader.get('/api/page/product?slug=last-boat-tee'));
  await service.close();
  return [
    { name: 'api.cart_read.statements', value: read, unit: 'statements', limit: { max: 2 } },
    { name: 'api.cart_add.statements', value: Math.max(add, again), unit: 'statements', limit: { max: 2 } },
    { name: 'api.page.statements', value: page, unit: 'statements', limit: { max: 4 } },
  ];
}

async function speedFigures(databaseUrl: string, tokens: string[]): Promise<Figure[]> {
  const env = { ...NO_MAIL, DATABASE_URL: databaseUrl, LOG_LEVEL: 'info', NODE_ENV: 'development' };
  const service = await startProcess(join(import.meta.dirname, '../src/server.ts'), env);
  const reference = await startProcess(join(import.meta.dirname, 'pg-reference.ts'), env);
  try {
    const read = await sideBySide(service, reference, () => ({ method: 'GET', path: '/api/cart', headers: cookie(tokens) }));
    const add = await sideBySide(service, reference, () => ({
      method: 'POST',
      path: '/api/cart',
      headers: { ...cookie(tokens), 'Content-Type': 'application/json' },
      body: JSON.stringify(ITEM),
    }));
    return [
      ...pathFigures('api.cart_read', read),
      ...pathFigures('api.cart_add', add),
      { name: 'api.memory_after_run', value: await memory(service), unit: 'MB' },
      { name: 'api.cold_start', value: Math.round(service.coldStart), unit: 'ms' },
    ];
  } finally {
    await Promise.all([service.stop(), reference.stop()]);
  }
}

type Measured = { ours: Turn[]; byHand: Turn[] };

async function sideBySide(service: Started, reference: Started, next: () => Call): Promise<Measured> {
  const measured: Measured = { ours: [], byHand: [] };
  // Unmeasured first turns: connections, statements, compiled code.
  for (const { origin } of [service, reference]) await load(origin, next, { milliseconds: 4 * TURN });
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.ours.push(await load(service.origin, next, { milliseconds: TURN }));
    measured.byHand.push(await load(reference.origin, next, { milliseconds: TURN }));
  }
  return measured;
}

function pathFigures(name: string, { ours, byHand }: Measured): Figure[] {
  return [
    { name: `${name}.against_pg_by_hand`, value: throughput(ours) / throughput(byHand), unit: 'ratio', limit: { min: 0.4 } },
    { name: `${name}.throughput`, value: Math.round(throughput(ours)), unit: 'per_second' },
    {
      name: `${name}.p99_8_clients`,
      value: percentile(
        ours.flatMap(({ latencies }) => latencies),
        0.99,
      ),
      unit: 'ms',
    },
  ];
}

function throughput(turns: Turn[]): number {
  return turns.reduce((sum, { perSecond }) => sum + perSecond, 0) / turns.length;
}

function cookie(tokens: string[]): { Cookie: string } {
  return { Cookie: `sid=${tokens[randomInt(tokens.length)]}` };
}

async function memory({ origin }: Started): Promise<number> {
  const metrics = await (await fetch(`${origin}/api/metrics`)).text();
  const bytes = /^newsstand_process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  return Math.round(Number(bytes) / 1024 / 1024);
}
