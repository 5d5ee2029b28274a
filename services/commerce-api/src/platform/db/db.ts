import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../../generated/prisma/client.ts';
import { SECOND } from '../duration.ts';
import { PATIENCE, type Patience } from './connection.ts';
import { openPool } from './open-pool.ts';
import { directSql } from './direct-sql.ts';
import { joinable } from './transaction.ts';

/** Prisma, with statements of one's own going past it (`direct-sql.ts`). */
export type Db = PrismaClient;

type Options = {
  /** On two cores 2 to 5 were fastest: at 20 the 99th percentile rose from 15 to 101 ms. */
  connections?: number;
  /** How long is waited; a reader's where it is not said. */
  patience?: Patience;
  /** Hears of every statement that is sent to PostgreSQL, `BEGIN` and `COMMIT` too: tests and figures count them. */
  onStatement?: (sql: string) => void;
  /** Hears of connections that broke while idle; the pool replaces them. */
  onConnectionError?: (error: Error) => void;
};

const MAX_NAMED_STATEMENTS = 300;

/** Prisma over one small pool. `$disconnect()` waits for what is under way, and closes the pool. */
export function openDb(
  databaseUrl: string,
  { connections = 5, patience = PATIENCE.reader, onStatement, onConnectionError = () => undefined }: Options = {},
): Db {
  const pool = openPool(databaseUrl, connections, patience);
  // Before Prisma's first statement too: an error of the pool's that nobody hears ends the process.
  pool.on('error', onConnectionError);
  if (onStatement) pool.on('connect', (client) => listen(client, onStatement));
  const nameOf = nameStatements();
  const adapter = new PrismaPg(joinable(pool), {
    onConnectionError,
    statementNameGenerator: nameOf,
  });
  // In a rush a transaction waits for its turn like every statement does, instead of failing after Prisma's two
  // seconds. The pool says when it has waited long enough.
  const transactionOptions = { maxWait: patience.connection + SECOND, timeout: patience.transaction };
  const client = new PrismaClient({ adapter, transactionOptions });
  return directSql(client, pool, { nameOf, timeout: patience.transaction, onConnectionError });
}

/**
 * PostgreSQL parses and plans a named statement once for each connection. The number of names is bounded, because it
 * keeps them all; what comes after that is sent unnamed.
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
