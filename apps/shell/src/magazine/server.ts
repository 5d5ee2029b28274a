import path from 'node:path';
import { createMagazine } from './create-magazine.ts';
import { serveMagazine } from './serve-magazine.ts';
import { readConfig } from './read-config.ts';

const defaultPublication = path.resolve(import.meta.dirname, '../../../../services/commerce-api/publication');
const config = readConfig(process.env, defaultPublication);
const magazine = await createMagazine(config);

try {
  const server = await serveMagazine(magazine, config);
  process.stdout.write(`The magazine is at ${config.publicUrl}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
} catch (error) {
  process.stderr.write(`The magazine cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
