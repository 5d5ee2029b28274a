// @module-tag ci
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { MIGRATIONS, migrate } from './migrate.ts';
import { createDatabase, withDatabase } from './open-database.ts';

// Two of them have the same owner, who may have one started order.
const ORDER = `insert into "order" (id, publication_id, owner_id, cart_version, name, email, shipcode, goods, shipping, discount, waived, total, receipt_token)
  values (gen_random_uuid(), 'p', '00000000-0000-4000-8000-000000000000', 1, 'n', 'e', 'a', 100, 10, 0, 0, 110, gen_random_uuid()::text)`;

const OWNER = `'p', '00000000-0000-4000-8000-000000000000'`;
const TERM = (cycle: number) => `insert into subscription (publication_id, owner_id, id, token, source, cycle, phase, term, level,
    set_deliverable, active_deliverable, settings_medium, settings_level, created)
  values (${OWNER}, gen_random_uuid(), gen_random_uuid()::text, gen_random_uuid()::text, ${cycle}, 'renewal', '1year', 'low', 'digital', 'digital', 'digital', 'low', now())`;
const ISSUE_OF_EACH_TERM = `insert into issue_token (publication_id, owner_id, subscription_id, ordinal, issue, deliverable, delivered)
  select publication_id, owner_id, id, 1, 17, 'digital', now() from subscription`;

let url: string;
let folder: string;
beforeEach(async () => {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(inject('postgres').serverUrl, name);
  url = withDatabase(inject('postgres').serverUrl, name);
  folder = mkdtempSync(join(tmpdir(), 'newsstand-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('three replicas that start together apply each migration once', async () => {
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const names = applied.flat();
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(names.length);
  expect(await migrate(url)).toEqual([]);
  const rows = await query('select migration_name, applied_steps_count from _prisma_migrations order by migration_name');
  expect(rows).toEqual(names.toSorted().map((name) => ({ migration_name: name, applied_steps_count: 1 })));
});

test('a migration that fails leaves nothing behind, and the next try applies it', async () => {
  add('1_a', 'create table a (id int)');
  add('2_b', 'create table b (id int); select 1 / 0');
  await expect(migrate(url, folder)).rejects.toThrow(/2_b.*division by zero/s);
  expect(await query("select tablename from pg_tables where tablename in ('a', 'b')")).toEqual([{ tablename: 'a' }]);
  add('2_b', 'create table b (id int)');
  expect(await migrate(url, folder)).toEqual(['2_b']);
});

test('a migration that was edited after it was applied is refused', async () => {
  add('1_a', 'create table a (id int)');
  await migrate(url, folder);
  add('1_a', 'create table a (id int, more int)');
  await expect(migrate(url, folder)).rejects.toThrow('1_a was edited after it was applied');
});

test('a database that is newer than the build is refused', async () => {
  add('1_a', 'create table a (id int)');
  add('2_b', 'create table b (id int)');
  await migrate(url, folder);
  rmSync(join(folder, '2_b'), { recursive: true });
  await expect(migrate(url, folder)).rejects.toThrow('the database has 2_b, which this build does not know');
});

test('gifts that were in carts as a name with slashes keep what was chosen, with a coupon or without one, and old replicas may go on', async () => {
  const migration = '20261124091000_gifts_in_carts';
  cpSync(MIGRATIONS, folder, { recursive: true });
  for (const later of readdirSync(folder).filter((name) => name >= migration && name !== 'migration_lock.toml')) {
    rmSync(join(folder, later), { recursive: true });
  }
  await migrate(url, folder);
  const gift = (ref: string) =>
    query(`insert into cart_line (publication_id, owner_id, type, ref, quantity) values (${OWNER}, 'gift-subscription', '${ref}', 2)`);
  await query(`insert into cart (publication_id, owner_id) values (${OWNER})`);
  await query(`insert into cart_line (publication_id, owner_id, type, ref, quantity) values (${OWNER}, 'basic-product', 'prd:a', 1)`);
  for (const ref of ['print-b/low/2year', 'digital/high/lifetime/POSTCARD', 'print-a/low/1year/HALF/OFF/']) await gift(ref);
  await migrate(url);
  await gift('digital/low/1year/LATE');
  await query(`update cart_line set quantity = 3 where ref like 'print-b%'`);
  expect(await query('select ref, choice, quantity from cart_line order by ref')).toEqual([
    {
      ref: 'digital/high/lifetime/POSTCARD',
      choice: { deliverable: 'digital', level: 'high', term: 'lifetime', coupon: 'POSTCARD' },
      quantity: 2,
    },
    { ref: 'digital/low/1year/LATE', choice: { deliverable: 'digital', level: 'low', term: '1year', coupon: 'LATE' }, quantity: 2 },
    { ref: 'prd:a', choice: null, quantity: 1 },
    {
      ref: 'print-a/low/1year/HALF/OFF/',
      choice: { deliverable: 'print-a', level: 'low', term: '1year', coupon: 'HALF/OFF/' },
      quantity: 2,
    },
    { ref: 'print-b/low/2year', choice: { deliverable: 'print-b', level: 'low', term: '2year', coupon: null }, quantity: 3 },
  ]);
  await expect(gift('by-pigeon/low/1year')).rejects.toThrow('cart_line_gift_has_a_choice');
});

test('the ledger of stock begins with what is there, whatever was sold and came back before, and with what a good begins with', async () => {
  const migration = '20261127140100_parcels';
  cpSync(MIGRATIONS, folder, { recursive: true });
  for (const later of readdirSync(folder).filter((name) => name >= migration && name !== 'migration_lock.toml')) {
    rmSync(join(folder, later), { recursive: true });
  }
  await migrate(url, folder);
  const good = (ref: string, left: string) =>
    query(`insert into good values ('p', 'basic-product', '${ref}', 'A', null, '${ref}', '{}', 100, ${left}, true)`);
  await good('prd:sold', '7');
  await good('prd:new', '3');
  await good('prd:file', 'null');
  await query(ORDER);
  await query(`insert into order_line (order_id, ordinal, type, ref, name, quantity, price, held)
    select id, 0, 'basic-product', 'prd:sold', 'A', 2, 100, true from "order"`);
  await query(
    `insert into stock_move (id, publication_id, type, ref, quantity, why, at) values (gen_random_uuid(), 'p', 'basic-product', 'prd:sold', 1, 'refund', now())`,
  );
  await migrate(url);
  await good('prd:later', '5');
  const moves = await query(`select ref, sum(quantity)::int as moved, count(*)::int as moves from stock_move group by ref order by ref`);
  expect(moves).toEqual([
    { ref: 'prd:later', moved: 5, moves: 1 },
    { ref: 'prd:new', moved: 3, moves: 1 },
    // Two are sold, one came back: 9 were there once.
    { ref: 'prd:sold', moved: 9, moves: 2 },
  ]);
});

test.each([
  ['stock below nothing', `update good set stock = -1`],
  ['51 of one thing in a cart', `update cart_line set quantity = 51`],
  ['an order that does not add up', `update "order" set total = total + 1`],
  ['a second started order of one owner', ORDER],
  ['21 gifts of a kind in a cart', `insert into cart_line values (${OWNER}, 'gift-subscription', 'digital/low/1year', 21)`],
  [
    'a gift in a cart of which nobody knows what was chosen',
    `insert into cart_line (publication_id, owner_id, type, ref, choice, quantity) values (${OWNER}, 'gift-subscription', 'a', '{}', 1)`,
  ],
  ['two terms in the same place of an owner’s row', `${TERM(1)}; ${TERM(1)}`],
  ['an issue that is delivered twice', `${TERM(1)}; ${TERM(2)}; ${ISSUE_OF_EACH_TERM}`],
])('the database itself refuses %s', async (_title, statement) => {
  cpSync(MIGRATIONS, folder, { recursive: true });
  await migrate(url, folder);
  await query(`insert into good values ('p', 'basic-product', 'prd:a', 'A', null, 'a', '{}', 100, 1, true)`);
  await query(`insert into cart (publication_id, owner_id) values ('p', '00000000-0000-4000-8000-000000000000')`);
  await query(
    `insert into cart_line (publication_id, owner_id, type, ref, quantity)
     values ('p', '00000000-0000-4000-8000-000000000000', 'basic-product', 'prd:a', 1)`,
  );
  await query(ORDER);
  await expect(query(statement)).rejects.toThrow(/violates (check|unique) constraint/);
});

function add(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

async function query(sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}
