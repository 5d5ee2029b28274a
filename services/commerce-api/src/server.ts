import { startService } from './start-service.ts';
import { ConfigError, readConfig } from './config.ts';
import { PublicationError } from './publication/load-publication.ts';

try {
  const service = await startService(readConfig(process.env));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void service.stop());
} catch (error) {
  // These two are the operator's to mend: their text says it all, and a stack would bury it.
  if (!(error instanceof ConfigError) && !(error instanceof PublicationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
