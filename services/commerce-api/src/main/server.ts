import { ConfigError, readConfig } from '../platform/config/config.ts';
import { SECOND } from '../platform/duration.ts';
import { createLog } from '../platform/http/log.ts';
import { PublicationError } from '../publication/load-publication.ts';
import { AnotherPublication } from './apply-files.ts';
import { startService } from './start-service.ts';

/**
 * Requests and jobs are given 20 s, beside each other. What has not ended some seconds later hangs, at a database that
 * is frozen for instance, and may never end.
 */
const LONGEST_STOP = 24 * SECOND;

try {
  const config = readConfig(process.env);
  const starting = startService(config);
  const stop = async () => {
    const hangs = () => {
      createLog(config.logLevel).error('the stop hangs: what is under way is left to the next start');
      process.exit(1);
    };
    // Of a stop that leaves nothing behind the process ends by itself, and nothing comes of this.
    setTimeout(hangs, config.drain + LONGEST_STOP).unref();
    await (await starting).stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
  await starting;
} catch (error) {
  // These are the operator's to mend: their text says it all, and a stack would bury it.
  if (!(error instanceof ConfigError || error instanceof PublicationError || error instanceof AnotherPublication)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
