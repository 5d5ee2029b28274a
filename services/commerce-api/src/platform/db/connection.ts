import pg from 'pg';
import { MINUTE, SECOND } from '../duration.ts';

/**
 * How long is waited, in milliseconds: for a `connection`, for a `lock`, for one `statement` with the locks that it
 * waits for, for a process that holds a transaction open and says nothing (`silence`), and for a whole `transaction`. 0
 * is for ever.
 */
export type Patience = { connection: number; lock: number; statement: number; silence: number; transaction: number };

/**
 * Nobody computes or asks another server inside a transaction, so silence means that its process is frozen or its
 * machine gone: PostgreSQL ends it and its locks. That comes before `lock`, so that whoever waited for them goes on,
 * and does not fail.
 */
export const PATIENCE = {
  /** Somebody looks at a page that waits. */
  reader: { connection: 8 * SECOND, lock: 10 * SECOND, statement: 15 * SECOND, silence: 5 * SECOND, transaction: 20 * SECOND },
  /** Somebody of the publisher's waits, who may look at a hundred thousand readers: no longer than they would. */
  desk: { connection: 8 * SECOND, lock: 5 * SECOND, statement: 5 * SECOND, silence: 5 * SECOND, transaction: 10 * SECOND },
  /** Work beside the requests, and programs that staff start: releases, the renewal run, imports. */
  job: { connection: 15 * SECOND, lock: 30 * SECOND, statement: 5 * MINUTE, silence: 10 * SECOND, transaction: MINUTE },
  /** A replica waits for the migrations of another, and one of them may write a whole table anew. */
  migration: { connection: 15 * SECOND, lock: 0, statement: 0, silence: MINUTE, transaction: 0 },
} as const satisfies Record<string, Patience>;

/**
 * What PostgreSQL itself asks of a client that has gone silent, its machine with it: after 10 s, and 20 s later it has
 * gone. Seconds; the last in milliseconds.
 */
const GONE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4 -c tcp_user_timeout=30000';

/**
 * Prisma writes instants without a zone, and means UTC; PostgreSQL takes them for its own zone's, which its machine or
 * its owner chose.
 */
const UTC = '-c timezone=UTC';

/**
 * What the address itself says of a connection's settings takes the place of all that are here: of the zone it does
 * not.
 */
const withZone = (databaseUrl: string): string =>
  databaseUrl.replace(/(?<=[?&]options=)[^&#]*/, (named) => `${named}%20${encodeURIComponent(UTC)}`);

/**
 * The one way to say where a database is and how long it is waited for; what the address itself names
 * (`?statement_timeout=…`) counts before it.
 */
export function connectionTo(databaseUrl: string, { connection, lock, statement, silence }: Patience) {
  return {
    connectionString: withZone(databaseUrl),
    connectionTimeoutMillis: connection,
    lock_timeout: lock,
    statement_timeout: statement,
    idle_in_transaction_session_timeout: silence,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND,
    options: `${GONE} ${UTC}`,
  };
}

/** A connection of one's own, connected; whoever asked for it ends it. */
export async function connect(databaseUrl: string, patience: Patience): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(databaseUrl, patience));
  await client.connect();
  return client;
}
