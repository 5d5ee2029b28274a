import { createApp } from '../api/app.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import type { Config } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { listen } from '../platform/http/listen.ts';
import { batchedOutput, createLog } from '../platform/http/log.ts';
import type { Running } from '../platform/running.ts';
import type { Deps } from '../publication/deps.ts';
import { openDeps } from './open-deps.ts';
import { noteRunning } from './running-service.ts';

/** Work beside the requests. */
const workers: ((deps: Deps) => Promise<Running>)[] = [startJobs];

/**
 * Starts the service: database, migrations, publication, jobs, HTTP. `stop` accepts nothing new and finishes what it
 * holds. `replaced` is for tests.
 */
export async function startService(config: Config, replaced: Partial<Deps> = {}): Promise<Running & { port: number }> {
  const log = createLog(config.logLevel, batchedOutput());
  const database = await openDatabase(config);
  const stopping = new AbortController();
  // A PostgreSQL of our own is a process of its own: it would outlast a service that does not come to be.
  const opened = await openDeps(config, database.url, log).catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  const deps = { ...opened, stopping: stopping.signal, ...replaced };
  const running: Running[] = await Promise.all(workers.map((start) => start(deps)));
  const server = await listen(createApp(deps), config);
  const { port } = server;
  const forget = noteRunning(config);
  log.info({ port, stand_ins: config.standIns }, 'the commerce API is listening');
  // Whoever starts it waits for that line.
  log.flush();
  // A third of what there is to read is the desk's: readers do not wait for it, and a service without a desk never
  // reads it.
  if (config.desk) running.push(await (await import('./open-desk.ts')).openDesk(deps, config.desk));
  return {
    port,
    stop: async () => {
      log.info('stopping');
      forget();
      stopping.abort();
      await Promise.all([server, ...running].map((worker) => worker.stop()));
      await deps.db.$disconnect();
      await database.stop();
      log.info('stopped');
    },
  };
}
