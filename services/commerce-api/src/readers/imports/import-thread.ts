import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { connect, PATIENCE } from '../../platform/db/connection.ts';
import { openDb } from '../../platform/db/db.ts';
import { createLog } from '../../platform/http/log.ts';
import { besideReaders, Served } from '../../platform/pace.ts';
import { openPublication } from '../../publication/publication-source.ts';
import type { ImportThread } from './run-import-thread.ts';
import { runImports } from './run-imports.ts';

/**
 * So nice that readers come first, three to one, and yet an import goes on: whoever waits for what its batch holds is
 * not to wait for a busy machine.
 */
const LOWER = 5;

/**
 * The thread in which imports are at work, started by `run-import-thread.ts`: it ends when there is nothing left to do,
 * and after its batch when it is told so.
 */
async function work({ config, databaseUrl, lock, served: memory }: ImportThread): Promise<void> {
  // Of Linux alone it is the thread's; elsewhere it would be that of everything that serves readers.
  if (process.platform === 'linux') setPriority(getPriority() + LOWER);
  const ending = new AbortController();
  parentPort?.once('message', () => ending.abort());
  const log = createLog(config.logLevel);
  const onConnectionError = (error: Error) => log.warn({ err: error }, 'a connection of the imports broke');
  const url = named(databaseUrl);
  // For as long as this connection is open, no other replica begins.
  const holder = await connect(url, PATIENCE.job);
  holder.on('error', onConnectionError);
  const db = openDb(url, { connections: 2, patience: PATIENCE.job, onConnectionError });
  try {
    const { rows } = await holder.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as ours', [lock]);
    if (rows[0]?.ours !== true) return;
    const publication = await openPublication(db, config.publicationId);
    await runImports(
      { db, config, log, publication, clock: () => new Date(), reached: () => undefined },
      ending.signal,
      besideReaders(new Served(memory)),
    );
  } finally {
    await Promise.all([db.$disconnect(), holder.end()]);
    // Nothing more is listened for, so that the thread ends.
    parentPort?.close();
  }
}

/** For whoever looks at what the database does. */
function named(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', 'newsstand-imports');
  return url.href;
}

await work(workerData);
