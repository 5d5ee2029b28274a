import { deepStrictEqual } from 'node:assert';
import { randomInt } from 'node:crypto';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startMailbox } from '@newsstand/dev-services/mailbox';
import pg from 'pg';
import * as v from 'valibot';
import { openDb } from '../src/platform/db/db.ts';
import { startScratchPostgres } from '../test/scratch-postgres.ts';
import type { Figure } from './figure.ts';
import { addGoods } from './fill-carts.ts';
import { guestCheckOut } from './guest-check-out.ts';
import { percentile } from './load.ts';
import { openShop } from './open-shop.ts';
import { canMeasure, familyOf, processorTime } from './processor-time.ts';
import { startProviderStub } from './provider-stub.ts';
import { seedHistory } from './seed-history.ts';
import { SERVICE, startProcess, type Started } from './start-process.ts';
import { Visit } from './visit.ts';

const CLIENTS = 8;
/** The two take turns, so that whatever else the machine does falls on both alike. */
const ROUNDS = 4;
const PRODUCTS = 20;
export const ITEM = { type: 'add', item: { item: 'sized-product', ref: 'sze:last-boat-tee-m', quantity: 1 } };

export type Operation = {
  name: string;
  /** How many of them in a turn; the first turn has twice as many, and is not measured. */
  turn: number;
  /** Of somebody with a cart, or of a guest without a session. */
  token?: () => string;
  act: (visit: Visit) => Promise<unknown>;
  /** How the address of the request begins that somebody waits for at a button; all of them where nothing is said. */
  pressed?: string;
  /** The least that the bare server's cost may be of ours (decision 008); quiet cores keep it, busy ones may not. */
  least: number;
  /** The longest, in ms, that 99 of 100 of what is pressed may take. */
  slowest?: number;
};

/**
 * What an operation takes of the processor, service and PostgreSQL together, beside a bare server that does the least
 * that gives an equal answer: a database with a history that keeps what it commits, a provider that answers at once, a
 * mail server that takes everything.
 */
export const costFigures = (): Promise<Figure[]> =>
  inQuickShop(async ({ env, pool, checkOut, token }) => {
    const ours = await startProcess(SERVICE, env, { cold: true });
    const bare = await startProcess(join(import.meta.dirname, 'bare-server.ts'), env, { cold: true });
    const operations: Operation[] = [
      { name: 'products', turn: 800, act: (visit) => visit.get('/api/store/products'), least: 0.45 },
      { name: 'cart_read', turn: 800, token, act: (visit) => visit.get('/api/cart'), least: 0.45 },
      { name: 'cart_add', turn: 500, token, act: (visit) => visit.post('/api/cart', ITEM), least: 0.35 },
      { name: 'guest_check_out', turn: 100, act: checkOut, pressed: '/api/cart/checkout', least: 0.3, slowest: 100 },
    ];
    try {
      await answerAlike(ours, bare, token(), checkOut);
      const figures: Figure[] = [];
      for (const operation of operations) figures.push(...(await sideBySide(operation, ours, bare, pool)));
      return [
        ...figures,
        { name: 'api.memory_after_run', value: await memory(ours), unit: 'MB', limit: { max: 250 } },
        { name: 'api.cold_start', value: Math.round(ours.coldStart), unit: 'ms' },
        { name: 'api.cold_start.processor', value: ours.startProcessor, unit: 'ms_of_processor' },
      ];
    } finally {
      await Promise.all([ours.stop(), bare.stop()]);
    }
  });

type QuickShop = { env: Record<string, string>; pool: pg.Pool; checkOut: Operation['act']; token: () => string };

/**
 * A shop with a history, whose provider and mail server take no time, and what a process that serves it is started
 * with; nothing where the system does not tell what another process takes.
 */
export async function inQuickShop(measure: (shop: QuickShop) => Promise<Figure[]>): Promise<Figure[]> {
  if (!canMeasure) return [];
  const postgres = await startScratchPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
  const provider = await startProviderStub();
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const url = await openShop(postgres.url);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  const db = openDb(url);
  const tokens = await seedHistory(url);
  await addGoods(pool);
  await addProducts(pool);
  const env = {
    DATABASE_URL: url,
    STRIPE_API_BASE: provider.url,
    SMTP_URL: mailbox.smtpUrl,
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'development',
  };
  try {
    return await measure({ env, pool, checkOut: guestCheckOut(db), token: () => tokens[randomInt(tokens.length)] ?? '' });
  } finally {
    await db.$disconnect();
    await pool.end();
    await mailbox.close();
    provider.close();
    await postgres.stop();
  }
}

async function sideBySide(operation: Operation, ours: Started, bare: Started, pool: pg.Pool): Promise<Figure[]> {
  const { name, turn, least, slowest } = operation;
  const cost = { service: 0, postgres: 0, bare: 0 };
  const latencies: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const count = round === 0 ? 2 * turn : turn;
    bare.pause();
    const mine = await turnOf(ours, count, operation, pool);
    bare.resume();
    ours.pause();
    const theirs = await turnOf(bare, count, operation, pool);
    ours.resume();
    // The first warms both up: connections, statements, compiled code.
    if (round === 0) continue;
    cost.service += mine.service;
    cost.postgres += mine.postgres;
    cost.bare += theirs.service + theirs.postgres;
    latencies.push(...mine.latencies);
  }
  const each = (ms: number) => ms / (ROUNDS * turn);
  const all = cost.service + cost.postgres;
  return [
    { name: `api.${name}.processor`, value: each(all), unit: 'ms_of_processor' },
    { name: `api.${name}.processor_of_service`, value: each(cost.service), unit: 'ms_of_processor' },
    { name: `api.${name}.processor_bare`, value: each(cost.bare), unit: 'ms_of_processor' },
    { name: `api.${name}.p99`, value: percentile(latencies, 0.99), unit: 'ms', ...(slowest !== undefined && { limit: { max: slowest } }) },
    { name: `api.${name}.against_bare`, value: cost.bare / all, unit: 'ratio', limit: { min: least } },
  ];
}

type Cost = { service: number; postgres: number };
type Turn = Cost & { latencies: number[] };

/** Milliseconds of the processor for `count` of them by as many clients, the letters of their orders included. */
export async function turnOf(server: Started, count: number, { act, token, pressed = '' }: Operation, pool: pg.Pool): Promise<Turn> {
  const postgres = await postmaster(pool);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const now = (): Cost => ({ service: processorTime([server.pid]), postgres: processorTime(familyOf(postgres)) });
  const before = now();
  const latencies: number[] = [];
  let left = count;
  const client = async () => {
    while (left-- > 0) {
      const visit = new Visit(agent, server.origin, token?.());
      await act(visit);
      latencies.push(...visit.asked.filter(({ path }) => path.startsWith(pressed)).map(({ ms }) => ms));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  while ((await pool.query('select from outbox where sent is null limit 1')).rowCount !== 0) await setTimeout(250);
  const after = now();
  agent.destroy();
  return { service: after.service - before.service, postgres: after.postgres - before.postgres, latencies };
}

/** What both answer of an order; its number, its token and what was bought are each one's own. */
const Alike = v.object({
  name: v.string(),
  shipcode: v.string(),
  totals: v.unknown(),
  card: v.unknown(),
  mailed: v.boolean(),
  posted: v.boolean(),
});

/** It is a comparison of equals: the same products, the same cart, a receipt of the same order. */
async function answerAlike(ours: Started, bare: Started, token: string, checkOut: Operation['act']): Promise<void> {
  const agent = new Agent();
  for (const path of ['/api/store/products', '/api/cart']) {
    const [mine, theirs] = await Promise.all([ours, bare].map(({ origin }) => new Visit(agent, origin, token).get(path)));
    deepStrictEqual(theirs, mine);
  }
  const receipt = async ({ origin }: Started) => v.parse(Alike, await checkOut(new Visit(agent, origin)));
  deepStrictEqual(await receipt(bare), await receipt(ours));
  agent.destroy();
}

/** Products beside the sample's, so that there are twenty. */
async function addProducts(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into product (publication_id, ref, slug, type, name, description, image, sizes, tags, position)
     select 'main', 'prd:figure-' || n, 'figure-' || n, 'basic-product', 'Figure ' || n, 'A figure that is listed with the others, and of which nothing else is known.',
       '{"source":"/a.svg","width":1,"height":1,"alt":""}', '[]', '{}', 1000 + n
     from generate_series(1, $1 - (select count(*)::int from product where publication_id = 'main' and on_sale)) n`,
    [PRODUCTS],
  );
}

async function postmaster(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`);
  return rows[0]?.pid ?? 0;
}

async function memory({ origin }: Started): Promise<number> {
  const metrics = await (await fetch(`${origin}/api/metrics`)).text();
  const bytes = /^newsstand_process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  return Math.round(Number(bytes) / 1024 / 1024);
}

if (import.meta.main) for (const { name, value, unit } of await costFigures()) console.log(name, value.toFixed(3), unit);
