import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../publication/deps.ts';
import type { ImportDeps } from './import-job.ts';
import { isDue } from './run-imports.ts';

/**
 * What the thread is told: `lock` is what it holds while it is at work, for all replicas, and `served` the memory of
 * whether readers are there.
 */
export type ImportThread = { config: Config; databaseUrl: string; lock: string; served: SharedArrayBuffer };

/** In megabytes. A batch needs half of it, and what is not given up is what readers would lack. */
const MEMORY = { maxOldGenerationSizeMb: 80, maxYoungGenerationSizeMb: 6 } as const;

type BesideDeps = Pick<ImportDeps, 'db' | 'clock' | 'config'> & Pick<Deps, 'served'> & { databaseUrl: string };

/**
 * Does what is asked of imports (`run-imports.ts`) in a thread of a lower priority, so that no reader whom this process
 * serves waits for it: it is there only while there is something to do that no other replica is at. `stopping` ends it
 * after its batch; one that was killed is gone on for by whoever looks next.
 */
export async function runImportThread({ db, clock, config, databaseUrl, served }: BesideDeps, stopping: AbortSignal): Promise<void> {
  const lock = `imports:${config.publicationId}`;
  const [found] = await db.$queryRaw<{ free: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as free where exists (${isDue(config.publicationId, clock())})`;
  if (found?.free !== true || stopping.aborted) return;
  const told: ImportThread = { config, databaseUrl, lock, served: served.memory };
  const thread = new Worker(new URL('./import-thread.ts', import.meta.url), { workerData: told, resourceLimits: MEMORY });
  const end = () => thread.postMessage('end', []);
  stopping.addEventListener('abort', end);
  try {
    await once(thread, 'exit');
  } finally {
    stopping.removeEventListener('abort', end);
  }
}
