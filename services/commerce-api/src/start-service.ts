import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Deps, Running } from './deps.ts';
import { listen } from './http/listen.ts';
import { createLog } from './http/log.ts';
import { openDatabase } from './open-database.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { openDeps } from './open-deps.ts';
import { noteRunning } from './running.ts';

/** Work beside the requests. */
const workers: ((deps: Deps) => Promise<Running>)[] = [startJobs];

/** Starts the service: database, migrations, publication, jobs, HTTP. `stop` accepts nothing new and finishes what it holds. `replaced` is for tests. */
export async function startService(config: Config, replaced: Partial<Deps> = {}): Promise<Running & { port: number }> {
  const log = createLog(config.logLevel);
  const database = await openDatabase(config);
  const deps = { ...(await openDeps(config, database.url, log)), ...replaced };
  const running = await Promise.all(workers.map((start) => start(deps)));
  const server = await listen(createApp(deps), config);
  const { port } = server;
  const forget = noteRunning(config);
  log.info({ port, stand_ins: config.standIns }, 'the commerce API is listening');
  return {
    port,
    stop: async () => {
      log.info('stopping');
      forget();
      await server.stop();
      await Promise.all(running.map((worker) => worker.stop()));
      await deps.db.$disconnect();
      await database.stop();
      log.info('stopped');
    },
  };
}
