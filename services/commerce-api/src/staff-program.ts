import { type Config, ConfigError } from './config.ts';
import { type Db, openDb } from './db/db.ts';
import { migrate } from './db/migrate.ts';
import { InvoiceError } from './invoice/invoice-error.ts';
import { openDatabase } from './open-database.ts';
import { Refusal } from './refusal.ts';

/** Runs a program that staff starts by hand. What it refuses, and what is wrong with the configuration, is told in words, with exit code 1. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (error instanceof Refusal) console.error(error.errors);
    else if (error instanceof ConfigError || error instanceof InvoiceError) console.error(error.message);
    else throw error;
    process.exitCode = 1;
  }
}

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
