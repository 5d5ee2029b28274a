import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Prisma } from '../../../generated/prisma/client.ts';
import { createTestDatabase } from '../../../test/test-app.ts';
import { PATIENCE } from './connection.ts';
import { openDb, type Db } from './db.ts';
import { openPool } from './open-pool.ts';
import { isUnavailable } from './is-unavailable.ts';
import { breaksRule } from './sql.ts';
import { NotCommittedError, Transaction } from './transaction.ts';

type Tx = Prisma.TransactionClient;

let url: string;
/** Looks from outside. */
let other: Db;
beforeAll(async () => {
  url = await createTestDatabase();
  other = openDb(url);
});
afterAll(() => other.$disconnect());

/** One connection, unless it is said: what goes astray meets the next transaction. */
const open = (options: Parameters<typeof openDb>[1] = {}): Db => {
  const db = openDb(url, { connections: 1, ...options });
  onTestFinished(() => db.$disconnect());
  return db;
};
const hurried = (transaction: number) => open({ patience: { ...PATIENCE.reader, transaction } });

const note = (sql: Pick<Db, '$executeRaw'>, key: string) =>
  sql.$executeRaw`insert into rate_limit (key, points, expires) values (${key}, 1, now())`;
const noted = async (key: string) => (await other.$queryRaw<unknown[]>`select 1 from rate_limit where key = ${key}`).length > 0;
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('nothing went wrong'),
    (error: unknown) => error,
  );
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

test('a rule that is broken inside a transaction is the error of PostgreSQL itself, known by its name, and nothing of the transaction stays', async () => {
  const db = open();
  await note(db, 'broken');
  const error = await errorOf(
    db.$transaction(async (tx) => {
      await note(tx, 'beside-broken');
      await note(tx, 'broken');
    }),
  );
  expect(error).toBeInstanceOf(pg.DatabaseError);
  expect(breaksRule(error, 'rate_limit_pkey')).toBe(true);
  expect(isUnavailable(error)).toBe(false);
  expect(await noted('beside-broken')).toBe(false);
  expect(await db.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
});

test('a statement is prepared once on a connection, inside a transaction and outside of one', async () => {
  const db = open();
  const ask = (sql: Pick<Db, '$queryRaw'>) => sql.$queryRaw`select 1 as named_once`;
  await ask(db);
  await db.$transaction(async (tx) => {
    await ask(tx);
    await ask(tx);
  });
  expect(await db.$queryRaw`select count(*)::int from pg_prepared_statements where statement = 'select 1 as named_once'`).toEqual([
    { count: 1 },
  ]);
});

test('what another library writes by Prisma’s own raw call, as the job queue does, is part of the transaction', async () => {
  const db = open();
  const unsafe = (tx: Tx, key: string) =>
    tx.$queryRawUnsafe('insert into rate_limit (key, points, expires) values ($1, 1, now()) returning key', key);
  const back = new Error('taken back');
  expect(
    await errorOf(
      db.$transaction(async (tx) => {
        expect(await unsafe(tx, 'unsafe-back')).toEqual([{ key: 'unsafe-back' }]);
        throw back;
      }),
    ),
  ).toBe(back);
  expect(await noted('unsafe-back')).toBe(false);
  await db.$transaction(async (tx) => {
    await note(tx, 'beside-unsafe');
    await unsafe(tx, 'unsafe');
    expect(await noted('unsafe')).toBe(false);
  });
  expect([await noted('beside-unsafe'), await noted('unsafe')]).toEqual([true, true]);
});

test('statements and Prisma’s own calls are one transaction, and happen in the order in which they are written', async () => {
  const db = open();
  const where = { key: 'order' };
  const points = await db.$transaction(async (tx) => {
    await note(tx, 'order');
    await tx.rateLimit.update({ where, data: { points: { increment: 1 } } });
    await tx.$executeRaw`update rate_limit set points = points * 10 where key = 'order'`;
    const read = await tx.rateLimit.findUniqueOrThrow({ where });
    expect(await noted('order')).toBe(false);
    return [read.points, ...(await tx.$queryRaw<unknown[]>`select points from rate_limit where key = 'order'`)];
  });
  expect(points).toEqual([20, { points: 20 }]);
  expect(await noted('order')).toBe(true);
});

test('Prisma begins a transaction of its own only where one of its calls is made, and then on the same connection', async () => {
  const sent: string[] = [];
  const db = open({ onStatement: (sql) => sent.push(sql) });
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 as plain`;
    await tx.rateLimit.count();
  });
  expect(sent.filter((sql) => /^(BEGIN|COMMIT|ROLLBACK|SET)/.test(sql))).toEqual(['BEGIN', 'COMMIT']);
  await errorOf(
    db.$transaction(async (tx) => {
      await tx.rateLimit.create({ data: { key: 'taken-back', points: 1, expires: new Date() } });
      throw new Error('it was not to be');
    }),
  );
  expect(sent.at(-1)).toBe('ROLLBACK');
  expect(await noted('taken-back')).toBe(false);
});

test('a call of Prisma’s in a transaction that has ended, or whose part has, is refused', async () => {
  const ended: { tx?: Tx; part?: Tx } = {};
  const db = open();
  await db.$transaction(async (tx) => {
    ended.tx = tx;
    await tx.$transaction(async (part) => {
      ended.part = part;
      await part.rateLimit.create({ data: { key: 'in-part', points: 1, expires: new Date() } });
    });
    expect(isUnavailable(await errorOf(Promise.resolve(ended.part?.rateLimit.count())))).toBe(true);
  });
  expect(isUnavailable(await errorOf(Promise.resolve(ended.tx?.rateLimit.count())))).toBe(true);
  expect(await noted('in-part')).toBe(true);
});

test('what Prisma refuses in a part is taken back with it, and the rest goes on', async () => {
  const db = open();
  await db.$transaction(async (tx) => {
    await note(tx, 'refused-by-prisma');
    const twice = { data: { key: 'refused-by-prisma', points: 1, expires: new Date() } };
    const error = await errorOf(tx.$transaction((part) => part.rateLimit.create(twice)));
    expect(breaksRule(error, 'rate_limit_pkey')).toBe(true);
    await tx.rateLimit.update({ where: { key: 'refused-by-prisma' }, data: { points: 7 } });
  });
  expect(await other.$queryRaw`select points from rate_limit where key = 'refused-by-prisma'`).toEqual([{ points: 7 }]);
});

test('a statement that a finished transaction is asked for is refused, and is not made in the next one', async () => {
  const db = open();
  let committed: Tx = db;
  let failed: Tx = db;
  await db.$transaction(async (tx) => {
    committed = tx;
    await tx.$queryRaw`select 1`;
  });
  await errorOf(
    db.$transaction(async (tx) => {
      failed = tx;
      await tx.$queryRaw`select 1`;
      throw new Error('it was not to be');
    }),
  );
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1`;
    for (const ended of [committed, failed]) {
      expect(isUnavailable(await errorOf(note(ended, 'after-the-end')))).toBe(true);
      expect(isUnavailable(await errorOf(ended.$queryRaw`select 1`))).toBe(true);
    }
  });
  expect(await noted('after-the-end')).toBe(false);
});

test.each(['COMMIT', 'ROLLBACK'])('a statement that comes while %s is on its way is refused, and is not made by itself', async (end) => {
  const ended: { tx?: Tx; late?: Promise<unknown> } = {};
  const db = open({
    onStatement: (sql) => {
      if (sql === end) queueMicrotask(() => (ended.late = ended.tx && errorOf(note(ended.tx, `late-${end}`))));
    },
  });
  await errorOf(
    db.$transaction(async (tx) => {
      ended.tx = tx;
      await tx.$queryRaw`select 1`;
      if (end === 'ROLLBACK') throw new Error('it was not to be');
    }),
  );
  expect(ended.late).toBeDefined();
  expect(isUnavailable(await ended.late)).toBe(true);
  expect(await noted(`late-${end}`)).toBe(false);
});

test('a transaction whose time is over makes no further statement, not in the next one either, and nothing of it stays', async () => {
  const db = hurried(300);
  const slow = Promise.withResolvers<void>();
  const over = errorOf(
    db.$transaction(async (tx) => {
      await note(tx, 'before-the-limit');
      await slow.promise;
      await note(tx, 'after-the-limit');
    }),
  );
  await db.$transaction(async (tx) => {
    await note(tx, 'next');
    slow.resolve();
    expect(isUnavailable(await over)).toBe(true);
    await note(tx, 'next-still');
  });
  expect(await Promise.all(['before-the-limit', 'after-the-limit', 'next', 'next-still'].map(noted))).toEqual([false, false, true, true]);
});

test('a transaction whose time is over while a statement runs, or that answers too late, is refused, and nothing of it stays', async () => {
  const db = hurried(200);
  const running = await errorOf(
    db.$transaction(async (tx) => {
      await note(tx, 'running');
      await tx.$queryRaw`select pg_sleep(0.5)::text`;
      await note(tx, 'running');
    }),
  );
  const late = await errorOf(
    db.$transaction(async (tx) => {
      await note(tx, 'answered-late');
      await sleep(500);
    }),
  );
  expect([isUnavailable(running), isUnavailable(late)]).toEqual([true, true]);
  expect([await noted('running'), await noted('answered-late')]).toEqual([false, false]);
});

test('a transaction that ends while Prisma is about to join it ends nothing else', async () => {
  const db = open();
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  onTestFinished(() => void process.off('unhandledRejection', hear));
  const pool = openPool(url, 1, PATIENCE.reader);
  onTestFinished(() => pool.end());
  const transaction = await Transaction.begin(pool, undefined, () => undefined);
  // Prisma's compiler may take its time.
  const slow = new Proxy(db, {
    get: (target, name) =>
      name === '$transaction'
        ? (...input: unknown[]) => sleep(50).then((): unknown => Reflect.apply(target.$transaction, target, input))
        : Reflect.get(target, name),
  });
  const joined = errorOf(transaction.joined(slow, 1000));
  await transaction.rollBack();
  await joined;
  expect(await db.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
  expect(unheard).toEqual([]);
});

test('a transaction inside another is a part of it, and can fail alone', async () => {
  const db = open();
  await db.$transaction(async (tx) => {
    await note(tx, 'outer');
    await tx.$transaction((inner) => note(inner, 'inner'));
    const error = await errorOf(
      tx.$transaction(async (inner) => {
        await note(inner, 'failed-inner');
        await note(inner, 'outer');
      }),
    );
    expect(breaksRule(error, 'rate_limit_pkey')).toBe(true);
    await note(tx, 'outer-after');
    expect(await noted('inner')).toBe(false);
  });
  expect(await Promise.all(['outer', 'inner', 'failed-inner', 'outer-after'].map(noted))).toEqual([true, true, false, true]);
});

test('a savepoint of one’s own takes back what came after it', async () => {
  await open().$transaction(async (tx) => {
    await note(tx, 'saved');
    await tx.$executeRaw`savepoint here`;
    await errorOf(note(tx, 'saved'));
    await tx.$executeRaw`rollback to savepoint here`;
    await note(tx, 'saved-after');
  });
  expect([await noted('saved'), await noted('saved-after')]).toEqual([true, true]);
});

test('what others do while a transaction is open, in its own function too, is not a part of it', async () => {
  const db = open({ connections: 3 });
  const failed = db.$transaction(async (tx) => {
    await note(tx, 'first');
    await db.$transaction((another) => note(another, 'second'));
    // Prisma makes a transaction of its own of these.
    await db.$transaction([db.rateLimit.create({ data: { key: 'third', points: 1, expires: new Date() } }), db.rateLimit.count()]);
    await note(db, 'fourth');
    await note(tx, 'first-still');
    throw new Error('it was not to be');
  });
  await expect(failed).rejects.toThrow('it was not to be');
  expect(await Promise.all(['first', 'second', 'third', 'fourth', 'first-still'].map(noted))).toEqual([false, true, true, true, false]);
});

test('a serializable transaction is one, and whoever was in its way may come again', async () => {
  const db = open({ connections: 2 });
  await note(db, 'level-1');
  await note(db, 'level-2');
  const both = [1, 2].map(() => Promise.withResolvers<void>());
  const cross = (mine: number) =>
    db.$transaction(
      async (tx) => {
        expect(await tx.$queryRaw`show transaction_isolation`).toEqual([{ transaction_isolation: 'serializable' }]);
        await tx.$queryRaw`select sum(points) from rate_limit where key like 'level-%'`;
        both[mine - 1]?.resolve();
        await Promise.all(both.map(({ promise }) => promise));
        await tx.$executeRaw`update rate_limit set points = points + 1 where key = ${`level-${mine}`}`;
      },
      { isolationLevel: 'Serializable' },
    );
  const [one, two] = await Promise.allSettled([cross(1), cross(2)]);
  const refused = [one, two].flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  expect(refused).toHaveLength(1);
  expect(isUnavailable(refused[0]), String(refused[0])).toBe(true);
  const inTheWay = open({ connections: 2 });
  const rewritten = await errorOf(
    inTheWay.$transaction(
      async (tx) => {
        await tx.$queryRaw`select 1`;
        await inTheWay.$executeRaw`update rate_limit set points = 5 where key = 'level-1'`;
        await tx.$executeRaw`update rate_limit set points = 6 where key = 'level-1'`;
      },
      { isolationLevel: 'RepeatableRead' },
    ),
  );
  expect(isUnavailable(rewritten), String(rewritten)).toBe(true);
  expect(await db.$queryRaw`select points from rate_limit where key = 'level-1'`).toEqual([{ points: 5 }]);
});

test('a transaction in which a statement failed, and whose caller went on regardless, is refused: PostgreSQL answers its COMMIT with a ROLLBACK', async () => {
  const db = open();
  await note(db, 'failed-before');
  const swallowed = async (tx: Tx, goOn: () => Promise<unknown>) => {
    await note(tx, 'not-kept');
    await errorOf(note(tx, 'failed-before'));
    await errorOf(goOn());
  };
  const plain = await errorOf(db.$transaction((tx) => swallowed(tx, async () => undefined)));
  const joined = await errorOf(db.$transaction((tx) => swallowed(tx, () => tx.rateLimit.count())));
  expect([plain, joined].map(String)).toEqual(Array(2).fill(String(new NotCommittedError())));
  expect(await noted('not-kept')).toBe(false);
  await db.$transaction((tx) => note(tx, 'kept-after'));
  expect(await noted('kept-after')).toBe(true);
});

test('a transaction that loses its connection is refused, and the next one has a new connection', async () => {
  const db = open();
  const lost = await errorOf(
    db.$transaction(async (tx) => {
      await note(tx, 'lost');
      const [own] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await other.$queryRaw`select pg_terminate_backend(${own?.pid}::int)`;
      await note(tx, 'lost-after');
    }),
  );
  expect(isUnavailable(lost), String(lost)).toBe(true);
  await db.$transaction((tx) => note(tx, 'found'));
  expect(await Promise.all(['lost', 'lost-after', 'found'].map(noted))).toEqual([false, false, true]);
});
