import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { SECOND } from '../duration.ts';

/** Prisma, and past it. */
export type Db = PrismaClient & {
  /**
   * For the three statements that readers wait for most (read a cart, add to it, place an order): over the same connections, without the 0.13 to 0.2 ms
   * that `$queryRaw` takes of the process (decision 008). Rows are as `pg` reads them (int8 and numeric as strings), errors as `pg` throws them. Never
   * inside a transaction: it takes whichever connection is free.
   */
  rows: <Row>(statement: Prisma.Sql) => Promise<Row[]>;
};

type Options = {
  /** On two cores 2 to 5 were fastest: at 20 the 99th percentile rose from 15 to 101 ms. */
  connections?: number;
  /** Hears of every statement that is sent to PostgreSQL, `BEGIN` and `COMMIT` too: tests and figures count them. */
  onStatement?: (sql: string) => void;
  /** Hears of connections that broke while idle; the pool replaces them. */
  onConnectionError?: (error: Error) => void;
};

const MAX_NAMED_STATEMENTS = 300;

/** Prisma over one small pool. `$disconnect()` closes the pool. */
export function openDb(databaseUrl: string, { connections = 5, onStatement, onConnectionError = () => undefined }: Options = {}): Db {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  if (onStatement) pool.on('connect', (client) => listen(client, onStatement));
  const nameOf = nameStatements();
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    onPoolError: onConnectionError,
    onConnectionError,
    statementNameGenerator: nameOf,
  });
  // In a rush a transaction waits for its turn like every statement does, instead of failing after Prisma's two seconds.
  const client = new PrismaClient({ adapter, transactionOptions: { maxWait: 15 * SECOND } });
  return Object.assign(client, {
    rows: async <Row>({ text, values }: Prisma.Sql): Promise<Row[]> => {
      const { rows } = await pool.query({ name: nameOf({ sql: text }), text, values });
      return rows;
    },
  });
}

/**
 * PostgreSQL parses and plans a named statement once for each connection. The number of names is bounded, because it keeps them all;
 * what comes after that is sent unnamed.
 */
function nameStatements(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known ?? '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

function listen(client: pg.PoolClient, onStatement: (sql: string) => void): void {
  const send = client.query;
  client.query = new Proxy(send, {
    apply(query, self, parameters) {
      const [statement]: unknown[] = parameters;
      onStatement(textOf(statement));
      return Reflect.apply(query, self, parameters);
    },
  });
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  if (typeof statement === 'object' && statement !== null && 'text' in statement) return String(statement.text);
  return 'unknown statement';
}
