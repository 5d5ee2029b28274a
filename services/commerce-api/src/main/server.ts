import { ConfigError, readConfig } from '../platform/config/config.ts';
import { PublicationError } from '../publication/load-publication.ts';
import { AnotherPublication } from './apply-files.ts';
import { startService } from './start-service.ts';

try {
  const service = await startService(readConfig(process.env));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void service.stop());
} catch (error) {
  // These are the operator's to mend: their text says it all, and a stack would bury it.
  if (!(error instanceof ConfigError || error instanceof PublicationError || error instanceof AnotherPublication)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
