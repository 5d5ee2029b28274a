import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A SQLite database in a file, whose folder is made when it is missing, or in memory. */
export function openDatabase(file: string | undefined): DatabaseSync {
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file ?? ':memory:');
  // Not synced to the disk at each commit: surviving a killed process is wanted, surviving a power cut is not worth the
  // wait.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 2000;');
  return database;
}
