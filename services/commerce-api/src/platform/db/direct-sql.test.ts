// @module-tag ci
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Prisma } from '../../../generated/prisma/client.ts';
import { createTestApp } from '../../../test/test-app.ts';
import type { TestApp } from '../../../test/app-on.ts';
import { openDb } from './db.ts';
import { breaksRule } from './sql.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test('rows are read as Prisma reads them, whatever is in them', async () => {
  const { db } = service.deps;
  const statement = Prisma.sql`
    select 1::int as int, 9007199254740993::int8 as int8, 12.50::numeric as numeric, 1.5::float8 as float8, true as bool, 'text' as text, null as nothing,
      timestamptz '2026-11-23 05:06:07.89+02' as timestamptz, timestamp '2026-11-23 05:06:07.89' as timestamp, date '2026-11-23' as date,
      '{"a":[1,null,"b"]}'::jsonb as jsonb, '[]'::json as json, array['a', null]::text[] as texts, array[1, 2] as ints,
      '0190a6e0-0000-7000-8000-000000000000'::uuid as uuid, 'paid'::order_state as state,
      ${new Date('2026-11-23T05:06:07.089Z')}::timestamptz as date_given, ${['x', 'y']}::text[] as list_given, ${'z'} as text_given, ${7}::int as number_given,
      ${null}::uuid as null_given, ${true}::boolean as bool_given`;
  const prismas = await db.$queryRawUnsafe(statement.text, ...statement.values);
  expect(await db.$queryRaw(statement)).toEqual(prismas);
  expect(await db.$transaction((tx) => tx.$queryRaw(statement))).toEqual(prismas);
});

test('an instant is the same, and its day the day in UTC, wherever the machine stands', async () => {
  const program = `
    import { openDb } from ${JSON.stringify(new URL('./db.ts', import.meta.url).href)};
    const db = openDb(process.argv[1]);
    const instant = new Date('2026-11-23T02:00:00.000Z');
    const [row] = await db.$queryRaw\`
      select \${instant}::timestamptz as at, to_char(\${instant}::date, 'YYYY-MM-DD') as day, \${[instant]}::timestamptz[] as list,
        date '2026-11-23' as date, timestamp '2026-11-23 02:00' as timestamp\`;
    console.log(JSON.stringify({ here: instant.getDate(), ...row }));
    await db.$disconnect();`;
  const env = { ...process.env, TZ: 'America/Los_Angeles' };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, service.deps.databaseUrl], {
    encoding: 'utf8',
    env,
  });
  const at = '2026-11-23T02:00:00.000Z';
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ here: 22, at, day: '2026-11-23', list: [at], date: '2026-11-23T00:00:00.000Z', timestamp: at });
});

test.each(['Pacific/Auckland', 'America/New_York'])(
  'an instant that Prisma writes is the same where a statement reads it, and the other way round, though PostgreSQL counts in %s',
  async (zone) => {
    const { db, databaseUrl } = service.deps;
    const [named] = await db.$queryRaw<[{ name: string }]>`select quote_ident(current_database()) as name`;
    await db.$executeRawUnsafe(`alter database ${named.name} set timezone to '${zone}'`);
    for (const url of [databaseUrl, `${databaseUrl}?options=${encodeURIComponent('-c search_path=public')}`]) {
      const there = openDb(url, { connections: 1 });
      try {
        const [written, stated] = [new Date('2026-11-23T02:00:00.000Z'), new Date('2026-11-23T03:00:00.007Z')];
        const [first, second] = [`${url} written ${zone}`, `${url} stated ${zone}`];
        await there.rateLimit.create({ data: { key: first, points: 1, expires: written } });
        await there.$executeRaw`insert into rate_limit (key, points, expires) values (${second}, 1, ${stated})`;
        const read = there.$queryRaw`select expires from rate_limit where key in (${first}, ${second}) order by expires`;
        expect(await read).toEqual([{ expires: written }, { expires: stated }]);
        expect(await there.rateLimit.findUnique({ where: { key: second } })).toMatchObject({ expires: stated });
      } finally {
        await there.$disconnect();
      }
    }
    await db.$executeRawUnsafe(`alter database ${named.name} reset timezone`);
  },
);

test('as a tag it takes parts that were put together before, and says how many rows were changed', async () => {
  const { db } = service.deps;
  const key = Prisma.sql`key = ${'straight'}`;
  expect(await db.$executeRaw`insert into rate_limit (key, points, expires) values (${'straight'}, ${1}, ${new Date()})`).toBe(1);
  expect(await db.$queryRaw`select points from rate_limit where ${key}`).toEqual([{ points: 1 }]);
  expect(await db.$executeRaw`delete from rate_limit where ${key}`).toBe(1);
  expect(await db.$executeRaw`delete from rate_limit where ${key}`).toBe(0);
});

test('what a transaction sends is the transaction’s: nobody else sees it before its end, and nothing stays of one that fails', async () => {
  const { db } = service.deps;
  const count = () => db.$queryRaw<{ count: number }[]>`select count(*)::int as count from rate_limit where key = 'in-transaction'`;
  const failed = db.$transaction(async (tx) => {
    await tx.$executeRaw`insert into rate_limit (key, points, expires) values ('in-transaction', 1, now())`;
    expect(await tx.$queryRaw`select points from rate_limit where key = 'in-transaction'`).toEqual([{ points: 1 }]);
    expect(await count()).toEqual([{ count: 0 }]);
    throw new Error('it was not to be');
  });
  await expect(failed).rejects.toThrow('it was not to be');
  expect(await count()).toEqual([{ count: 0 }]);
});

test('a rule of the database that was broken is known by its name', async () => {
  const { db } = service.deps;
  const twice = () => db.$executeRaw`insert into rate_limit (key, points, expires) values ('twice', 1, now())`;
  await twice();
  const error = await twice().catch((thrown: unknown) => thrown);
  expect(breaksRule(error, 'rate_limit_pkey')).toBe(true);
  expect(breaksRule(error, 'another_pkey')).toBe(false);
});
