import { PATIENCE } from '../platform/db/connection.ts';
import { type Db, openDb } from '../platform/db/db.ts';
import type { Deps } from '../publication/deps.ts';

/**
 * The desk's own connections, whose statements may take five seconds: nothing that is looked for at the desk takes the
 * readers' connections.
 */
export function openDeskDb({ databaseUrl, log }: Pick<Deps, 'databaseUrl' | 'log'>): Db {
  const onConnectionError = (error: Error) => log.warn({ err: error }, 'a database connection of the desk broke');
  return openDb(databaseUrl, { connections: 2, patience: PATIENCE.desk, onConnectionError });
}
