// @module-tag ci
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Prisma } from '../../../generated/prisma/client.ts';
import { startScratchPostgres } from '../../../test/scratch-postgres.ts';
import { PATIENCE } from './connection.ts';
import { openDb, type Db } from './db.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { isUnavailable } from './is-unavailable.ts';
import { withDatabase } from './open-database.ts';

const SLOW = Prisma.sql`select pg_sleep(20)`;
const HURRIED = { connection: 400, lock: 300, statement: 600, silence: 300, transaction: 5000 };
/** How long a machine that others use may take, where that is not what is tried. */
const CALM = { connection: 20_000, lock: 20_000, statement: 20_000, silence: 20_000, transaction: 30_000 };
const SOON = { timeout: 15_000 };

let postgres: EmbeddedPostgres;
let admin: pg.Client;
beforeAll(async () => {
  postgres = await startScratchPostgres({ max_connections: '12', superuser_reserved_connections: '3', deadlock_timeout: '50ms' });
  admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(
    'create table thing (id int primary key); insert into thing values (1); create table pair (id int primary key); insert into pair values (1), (2); create role reader login; grant all on thing, pair to reader',
  );
});
afterAll(async () => {
  await admin.end();
  await postgres.stop();
});

const open = (options: Parameters<typeof openDb>[1] = {}): Db => {
  // Not a superuser's: for that one PostgreSQL keeps connections.
  const db = openDb(postgres.url.replace('postgres@', 'reader@'), { patience: HURRIED, connections: 2, ...options });
  onTestFinished(() => db.$disconnect().catch(() => undefined));
  return db;
};

/** The three ways in which the service speaks to PostgreSQL. */
const WAYS: [string, (db: Db, statement: Prisma.Sql) => Promise<unknown>][] = [
  ['past Prisma', (db, statement) => db.$queryRaw(statement)],
  ['through Prisma', (db, { text, values }) => db.$queryRawUnsafe(text, ...values)],
  ['in a transaction', (db, statement) => db.$transaction((tx) => tx.$queryRaw(statement))],
];

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('nothing went wrong'),
    (error: unknown) => error,
  );

describe.each(WAYS)('what is asked %s', (_, ask) => {
  test('and takes too long is ended', async () => {
    const began = Date.now();
    expect(isUnavailable(await errorOf(ask(open({ patience: { ...CALM, statement: 600 } }), SLOW)))).toBe(true);
    expect(Date.now() - began).toBeLessThan(15_000);
  });

  test('waits for a lock no longer than it may', async () => {
    await admin.query('begin; lock table thing');
    const error = await errorOf(ask(open({ patience: { ...CALM, lock: 300 } }), Prisma.sql`select 1 from thing`));
    await admin.query('rollback');
    expect(isUnavailable(error), String(error)).toBe(true);
  });

  test('waits for a turn no longer than it may', async () => {
    const db = open({ connections: 1, patience: { ...CALM, connection: 1500 } });
    const first = errorOf(db.$queryRaw(Prisma.sql`select pg_sleep(3)::text`));
    await expect
      .poll(
        async () =>
          (await admin.query(`select from pg_stat_activity where query like '%pg_sleep(3)%' and pid <> pg_backend_pid()`)).rowCount,
        SOON,
      )
      .toBe(1);
    const error = await errorOf(ask(db, Prisma.sql`select 1`));
    expect(isUnavailable(error), String(error)).toBe(true);
    await first;
  });

  test('waits for room, and goes on once there is', async () => {
    const others = await takeAll();
    const waits = open({ patience: CALM });
    const asked = ask(waits, Prisma.sql`select 1 as one`);
    const refused = await errorOf(ask(open(), Prisma.sql`select 1`));
    expect(isUnavailable(refused), String(refused)).toBe(true);
    await Promise.all(others.map((other) => other.end()));
    expect(await asked).toEqual([{ one: 1 }]);
  });

  test('breaks off when an administrator ends the connection', async () => {
    const db = open({ patience: PATIENCE.job });
    const asked = errorOf(ask(db, SLOW));
    const isAsleep = async () =>
      (await admin.query(`select from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`)).rowCount;
    await expect.poll(isAsleep, SOON).toBe(1);
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
    );
    const error = await asked;
    expect(isUnavailable(error), String(error)).toBe(true);
  });

  test('finds nobody', async () => {
    const db = openDb('postgresql://reader@127.0.0.1:9/none', { patience: HURRIED });
    onTestFinished(() => db.$disconnect());
    const error = await errorOf(ask(db, Prisma.sql`select 1`));
    expect(isUnavailable(error), String(error)).toBe(true);
  });

  test('and is wrong is not taken for that', async () => {
    for (const wrong of [Prisma.sql`select nothing`, Prisma.sql`insert into thing values (1)`, Prisma.sql`select 1 / 0`]) {
      const error = await errorOf(ask(open({ patience: CALM }), wrong));
      expect(error).toBeInstanceOf(Error);
      expect(isUnavailable(error), String(error)).toBe(false);
    }
  });
});

test('a transaction that says nothing is ended with its locks, and whoever waited for them goes on', async () => {
  const silent = open({ patience: { ...CALM, silence: 300 } });
  const held = errorOf(
    silent.$transaction(async (tx) => {
      await tx.$queryRaw`select 1 from thing for update`;
      await new Promise((done) => setTimeout(done, 1500));
      await tx.$queryRaw`select 2`;
    }),
  );
  await expect
    .poll(async () => (await admin.query(`select from pg_stat_activity where state = 'idle in transaction'`)).rowCount, SOON)
    .toBe(1);
  expect(await open({ patience: CALM }).$queryRaw`select id from thing for update`).toEqual([{ id: 1 }]);
  expect(isUnavailable(await held)).toBe(true);
});

/** As many connections as there is room for. */
async function takeAll(): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  onTestFinished(() => Promise.all(taken.map((client) => client.end())).then(() => undefined));
  // A connection that was ended a moment ago still has its place: it would be free later.
  const left = async () => (await admin.query(`select state, query from pg_stat_activity where usename = 'reader'`)).rows;
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  for (;;) {
    const client = new pg.Client({ connectionString: withDatabase(postgres.url.replace('postgres@', 'reader@'), 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch {
      return taken;
    }
  }
}

test('of two that wait for each other one is ended, and may come again', async () => {
  const db = open({ patience: CALM });
  const both = [1, 2].map(() => Promise.withResolvers<void>());
  const cross = (mine: number) =>
    db.$transaction(async (tx) => {
      await tx.$queryRaw`select 1 from pair where id = ${mine}::int for update`;
      both[mine - 1]?.resolve();
      await Promise.all(both.map(({ promise }) => promise));
      await tx.$queryRaw`select 1 from pair where id = ${3 - mine}::int for update`;
      return null;
    });
  const errors = (await Promise.all([1, 2].map((mine) => cross(mine).catch((error: unknown) => error)))).filter((error) => error !== null);
  expect(errors).toHaveLength(1);
  expect(isUnavailable(errors[0]), String(errors[0])).toBe(true);
});
