import { type Config, ConfigError } from './config.ts';
import { type Db, openDb } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { InvoiceError } from './invoice/invoice-error.ts';
import { openDatabase } from './open-database.ts';
import { PublicationError } from './publication/load-publication.ts';
import { Refusal } from './refusal.ts';

/**
 * Runs a program that staff starts by hand; `--help` prints how. What it refuses, what is wrong with its arguments and with the configuration, is told
 * in words, with exit code 1.
 */
export async function runProgram(usage: string, main: () => Promise<void>): Promise<void> {
  if (process.argv.slice(2).some((given) => given === '--help' || given === '-h')) {
    console.log(usage);
    return;
  }
  try {
    await main();
  } catch (error) {
    const told = wordsOf(error, usage);
    if (told === null) throw error;
    console.error(told);
    process.exitCode = 1;
  }
}

/** Null for what only a stack explains. */
function wordsOf(error: unknown, usage: string): unknown {
  if (error instanceof Refusal) return error.errors;
  if (error instanceof AggregateError) return [error.message, ...new Set(error.errors.map(messageOf))].join('\n');
  if (error instanceof ConfigError || error instanceof InvoiceError || error instanceof PublicationError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (String(error.code).startsWith('ERR_PARSE_ARGS_')) return `${error.message}\n\n${usage}`;
  // A file that was named and is not there.
  return error.code === 'ENOENT' ? error.message : null;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The migrated database of the configuration for as long as `work` takes; closed whatever becomes of it. */
export async function onDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openDatabase(config);
  try {
    await migrate(database.url);
    const db = openDb(database.url, { connections: 1 });
    try {
      await work(db);
    } finally {
      await db.$disconnect();
    }
  } finally {
    await database.stop();
  }
}
