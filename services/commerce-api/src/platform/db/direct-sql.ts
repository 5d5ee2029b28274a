import pg from 'pg';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client.ts';
import { TransactionLine } from './transaction-line.ts';

type Type = Parameters<typeof pg.types.getTypeParser>[0];
type Tx = Prisma.TransactionClient;
type Send = (statement: Prisma.Sql) => Promise<pg.QueryResult>;
type Begin = (work: (tx: Tx) => Promise<unknown>, options?: Options) => Promise<unknown>;
type Options = { maxWait?: number; timeout?: number; isolationLevel?: Prisma.TransactionIsolationLevel };

const { DATE, TIMESTAMP, INT8, NUMERIC } = pg.types.builtins;
/** What Prisma reads otherwise than `pg` does: an instant without a zone, and a date, are UTC; no number loses digits. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [DATE, (text) => new Date(`${text}T00:00:00Z`)],
  [TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
  [INT8, BigInt],
  [NUMERIC, (text) => new Prisma.Decimal(text)],
]);
const types: pg.CustomTypesConfig = { getTypeParser: (id: Type) => PARSERS.get(id) ?? pg.types.getTypeParser(id) };

/**
 * The client whose `$queryRaw` and `$executeRaw` go straight to `pg`, over the pool or, inside a transaction, over its connection: Prisma’s own take 0.13 to 0.2 ms
 * of the process for a statement (decision 008). They are prepared under the same names and answer the same rows; errors are `pg.DatabaseError` (`breaksRule` and
 * `isUnavailable` know both). `BEGIN`, `COMMIT` and the limit of time stay Prisma’s.
 */
export function directSql(client: PrismaClient, pool: pg.Pool, nameOf: (query: { sql: string }) => string): PrismaClient {
  const send = (over: pg.Pool | pg.Client, { text, values }: Prisma.Sql): Promise<pg.QueryResult> =>
    over.query({ name: nameOf({ sql: text }), text, values: values.map(inUtc), types });
  const inside = (tx: Tx, line: TransactionLine): Tx =>
    straight(
      tx,
      async (statement) => send(line.connection(), statement),
      // From a savepoint on, on the same connection.
      (work, options) => tx.$transaction((part) => work(inside(part, line)), options),
    );
  return straight(
    client,
    (statement) => send(pool, statement),
    (work, options) => {
      const line = new TransactionLine();
      return line.open(() => client.$transaction((tx) => TransactionLine.leave(() => work(inside(tx, line))), options));
    },
  );
}

/** By itself `pg` writes an instant in the time of this machine, and a `::date` of it would be the day here. */
function inUtc(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(inUtc) : value;
}

function straight<Client extends Tx>(client: Client, send: Send, begin: Begin): Client {
  const own = {
    $queryRaw: promised(async (statement) => (await send(statement)).rows),
    $executeRaw: promised(async (statement) => (await send(statement)).rowCount ?? 0),
    $transaction: (work: unknown, options?: Options) =>
      isWork(work) ? begin(work, options) : Reflect.apply(client.$transaction, client, [work, options]),
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

/** As a tag, or of a statement that was put together before. Prisma's promises could stand in a list of a transaction; these cannot, and begin at once. */
function promised<Answer>(answer: (statement: Prisma.Sql) => Promise<Answer>) {
  return (query: TemplateStringsArray | Prisma.Sql, ...values: Prisma.Sql['values']) =>
    answer(query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values));
}
