import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client.ts';
import { type Level, Transaction, TransactionOverError } from './transaction.ts';

type Type = Parameters<typeof pg.types.getTypeParser>[0];
type Tx = Prisma.TransactionClient;
type Send = (statement: Prisma.Sql) => Promise<pg.QueryResult>;
type Begin = (work: (tx: Tx) => Promise<unknown>, options?: Options) => Promise<unknown>;
type Options = { timeout?: number; isolationLevel?: Level };
type Settings = {
  nameOf: (query: { sql: string }) => string;
  /** How long a transaction may take, in milliseconds, where it does not say. */
  timeout: number;
  onConnectionError: (error: Error) => void;
};

const { DATE, TIMESTAMP, INT8, NUMERIC } = pg.types.builtins;
/**
 * What Prisma reads otherwise than `pg` does: an instant without a zone, and a date, are UTC; no number loses digits.
 */
const PARSERS = new Map<number, (text: string) => unknown>([
  [DATE, (text) => new Date(`${text}T00:00:00Z`)],
  [TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
  [INT8, BigInt],
  [NUMERIC, (text) => new Prisma.Decimal(text)],
]);
const types: pg.CustomTypesConfig = { getTypeParser: (id: Type) => PARSERS.get(id) ?? pg.types.getTypeParser(id) };

/**
 * The client whose `$queryRaw`, `$executeRaw` and transactions go straight to `pg`, over the pool or, inside a
 * transaction, over its connection: Prisma’s own take 0.13 to 0.2 ms of the process for a statement, and 0.4 ms for a
 * transaction (decision 008). They are prepared under the same names and answer the same rows; errors are
 * `pg.DatabaseError` (`breaksRule` and `isUnavailable` know both).
 */
export function directSql(client: PrismaClient, pool: pg.Pool, { nameOf, timeout: usual, onConnectionError }: Settings): PrismaClient {
  const closing = { asksNothing: false };
  const send = (over: pg.Pool | pg.PoolClient, { text, values }: Prisma.Sql): Promise<pg.QueryResult> =>
    over.query({ name: nameOf({ sql: text }), text, values: values.map(inUtc), types });

  const ready = onceDone(() => client.$connect());
  const begin: Begin = async (work, { timeout = usual, isolationLevel } = {}) => {
    // Prisma's compiler takes a second or more to come, in which no transaction shall be open: it has locks by then.
    await ready();
    if (closing.asksNothing) throw new Error('the database is closed');
    const transaction = await Transaction.begin(pool, isolationLevel, onConnectionError);
    const limit = setTimeout(() => void transaction.rollBack(), timeout);
    const inside = (isOver: () => boolean): Tx => {
      const connection = () => {
        if (isOver()) throw new TransactionOverError();
        return transaction.connection();
      };
      return straight(
        joining(client, async () => {
          connection();
          return transaction.joined(client, timeout);
        }),
        async (statement) => send(connection(), statement),
        (part) =>
          savepoint(
            async (sql) => connection().query(sql),
            (isPartOver) => part(inside(() => isOver() || isPartOver())),
          ),
      );
    };
    try {
      const answer = await work(inside(() => false));
      await transaction.commit();
      return answer;
    } catch (error) {
      await transaction.rollBack();
      throw error;
    } finally {
      clearTimeout(limit);
    }
  };
  const close = onceDone(async () => {
    // Prisma closes its side at once, and a transaction that it is about to join then would never end.
    await atRest(pool, usual);
    closing.asksNothing = true;
    await client.$disconnect();
    await pool.end();
  });
  return straight(client, (statement) => send(pool, statement), begin, close);
}

/**
 * Until nobody has a connection of it or waits for one, and no longer than one transaction may take (ms) and those who
 * wait for its connection.
 */
async function atRest(pool: pg.Pool, limit: number): Promise<void> {
  const end = Date.now() + 2 * limit;
  while ((pool.idleCount < pool.totalCount || pool.waitingCount > 0) && Date.now() < end) await sleep(5);
}

/** What has been done is not done again; what failed is. */
function onceDone(work: () => Promise<void>): () => Promise<void> {
  const state: { done: Promise<void> | null } = { done: null };
  return () =>
    (state.done ??= work().catch((error: unknown) => {
      state.done = null;
      throw error;
    }));
}

/** A transaction inside another: it can fail alone. */
async function savepoint<Answer>(
  send: (sql: string) => Promise<unknown>,
  work: (isOver: () => boolean) => Promise<Answer>,
): Promise<Answer> {
  const point = { isOver: false };
  await send('SAVEPOINT part');
  try {
    const answer = await work(() => point.isOver);
    point.isOver = true;
    await send('RELEASE SAVEPOINT part');
    return answer;
  } catch (error) {
    point.isOver = true;
    // Where the connection is gone, the first error says so.
    await send('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part').catch(() => undefined);
    throw error;
  }
}

/**
 * The client whose calls are made in Prisma's transaction, which begins with the first of them: those of its models,
 * and its own by name (`$queryRawUnsafe`, by which the job queue writes beside us).
 */
function joining(client: PrismaClient, join: () => Promise<Tx>): Tx {
  const models = new Map<string | symbol, unknown>();
  const callOn = async (found: unknown, call: string | symbol, input: unknown[]): Promise<unknown> => {
    if (typeof found !== 'object' || found === null) throw new TypeError(`Prisma has nothing that has ${String(call)}`);
    return Reflect.apply(Reflect.get(found, call), found, input);
  };
  const ofModel = (model: string | symbol, delegate: object) =>
    new Proxy(delegate, {
      get: (target, call) => {
        if (typeof Reflect.get(target, call) !== 'function') return Reflect.get(target, call);
        return async (...input: unknown[]) => callOn(Reflect.get(await join(), model), call, input);
      },
    });
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'function') return async (...input: unknown[]) => callOn(await join(), name, input);
      if (typeof value !== 'object' || value === null) return value;
      if (!models.has(name)) models.set(name, ofModel(name, value));
      return models.get(name);
    },
  });
}

/** By itself `pg` writes an instant in the time of this machine, and a `::date` of it would be the day here. */
function inUtc(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(inUtc) : value;
}

function straight<Client extends Tx>(client: Client, send: Send, begin: Begin, close?: () => Promise<void>): Client {
  const own = {
    $queryRaw: promised(async (statement) => (await send(statement)).rows),
    $executeRaw: promised(async (statement) => (await send(statement)).rowCount ?? 0),
    $transaction: (work: unknown, options?: Options) =>
      isWork(work) ? begin(work, options) : Reflect.apply(client.$transaction, client, [work, options]),
    ...(close && { $disconnect: close }),
  };
  return new Proxy(client, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      // Called as Prisma's own, which makes its transactions of whatever it is called on.
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(Object.hasOwn(own, name) ? own : target, name, value),
  });
}

/** Not a list of Prisma's promises. */
function isWork(work: unknown): work is Parameters<Begin>[0] {
  return typeof work === 'function';
}

/**
 * As a tag, or of a statement that was put together before. Prisma's promises could stand in a list of a transaction;
 * these cannot, and begin at once.
 */
function promised<Answer>(answer: (statement: Prisma.Sql) => Promise<Answer>) {
  return (query: TemplateStringsArray | Prisma.Sql, ...values: Prisma.Sql['values']) =>
    answer(query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values));
}
