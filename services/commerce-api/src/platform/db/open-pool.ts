import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import pg from 'pg';
import { connectionTo, type Patience } from './connection.ts';

/**
 * PostgreSQL has no room for one more connection, or is starting; a machine whose PostgreSQL is being started again
 * refuses the line itself.
 */
const ROOM_LATER = new Set(['53300', '57P03', 'ECONNREFUSED']);
/** Milliseconds between two tries, and up to as many more, so that not everybody comes at one moment. */
const PAUSE = 100;

/**
 * `max` connections. Whoever needs one while others have taken all that PostgreSQL has room for, or while it is being
 * started again, waits as for a turn among these: for one that comes back, or for room, and for no longer than
 * `patience` says.
 */
export function openPool(databaseUrl: string, max: number, patience: Patience): pg.Pool {
  const pool = new pg.Pool({ ...connectionTo(databaseUrl, patience), max });
  const tryOnce = pool.connect.bind(pool);
  const connect = async (): Promise<pg.PoolClient> => {
    const end = Date.now() + patience.connection;
    for (;;) {
      try {
        return await tryOnce();
      } catch (error) {
        const comesBack = error instanceof Error && 'code' in error && ROOM_LATER.has(String(error.code));
        if (!comesBack || pool.ending || Date.now() > end) throw error;
      }
      await sleep(PAUSE * (1 + Math.random()));
    }
  };
  const withCallback = callbackify(connect);
  return Object.assign(pool, {
    // `pool.query` calls it with a callback, Prisma without.
    connect: (callback?: Parameters<typeof withCallback>[0]) => (callback ? withCallback(callback) : connect()),
  });
}
