import * as v from 'valibot';
import type { Prisma } from '../../generated/prisma/client.ts';
import { act } from '../desk/act.ts';
import { InvoiceError } from '../payments/invoices/invoice-error.ts';
import { type Config, ConfigError } from '../platform/config/config.ts';
import type { Begin } from '../platform/db/begin-transaction.ts';
import { PATIENCE } from '../platform/db/connection.ts';
import { type Db, openDb } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';
import { PublicationError } from '../publication/load-publication.ts';
import { AnotherPublication } from './apply-files.ts';

/**
 * Runs a program that staff starts by hand; `--help` prints how. What it refuses, what is wrong with its arguments and
 * with the configuration, is told in words, with exit code 1.
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

const TOLD = [StaffRefusal, ConfigError, InvoiceError, PublicationError, AnotherPublication];

/** Null for what only a stack explains. */
function wordsOf(error: unknown, usage: string): unknown {
  if (error instanceof AggregateError) return [error.message, ...new Set(error.errors.map(messageOf))].join('\n');
  if (TOLD.some((kind) => error instanceof kind)) return messageOf(error);
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
    const db = openDb(database.url, { connections: 1, patience: PATIENCE.job });
    try {
      await work(db);
    } finally {
      await db.$disconnect();
    }
  } finally {
    await database.stop();
  }
}

/** What a program does is an action of the history, by the program's name: its row stands or falls with the work. */
export const asAction =
  (deps: Parameters<typeof act>[0], program: string, { verb, subject }: { verb: string; subject: string }): Begin =>
  async <Result>(
    owner: string | null,
    work: (tx: Prisma.TransactionClient) => Promise<Result>,
    keeps?: (result: Result) => Prisma.InputJsonObject,
  ): Promise<Result> => {
    const results: Result[] = [];
    await act(deps, { program }, { id: uuidv7(), verb, subject, ...(owner !== null && { owner }) }, v.null(), async (tx) => {
      const result = await work(tx);
      results.push(result);
      return { ...(keeps && { to: keeps(result) }), result: null };
    });
    const [result] = results;
    if (results.length !== 1) throw new Error(`${program} was not done once`);
    return result as Result;
  };
