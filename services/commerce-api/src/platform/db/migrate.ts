import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { connect, PATIENCE } from './connection.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations');

type Migration = { name: string; sql: string; checksum: string };
type Applied = { migration_name: string; checksum: string; finished_at: Date | null };

/** Prisma Migrate's own advisory lock. */
const LOCK = 72707369;

/** As `prisma migrate` makes it, so that either tool can go on where the other stopped. */
const TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

/**
 * Brings the database up to this build, one transaction for each migration under a transaction-level lock: replicas
 * that start together apply each once. Returns the names of what this call applied. Refuses a database that is newer
 * than the build, and a migration that was edited after it was applied.
 */
export async function migrate(databaseUrl: string, directory = MIGRATIONS): Promise<string[]> {
  const migrations = readMigrations(directory);
  const client = await connect(databaseUrl, PATIENCE.migration);
  try {
    const applied: string[] = [];
    for (let next = await applyNext(client, migrations); next; next = await applyNext(client, migrations)) applied.push(next);
    return applied;
  } finally {
    await client.end();
  }
}

function readMigrations(directory: string): Migration[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

async function applyNext(client: pg.Client, migrations: Migration[]): Promise<string | undefined> {
  let name: string | undefined;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query('set local client_min_messages = warning');
    await client.query(TABLE);
    const { rows } = await client.query<Applied>(
      'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null',
    );
    for (const row of rows) refuseSurprise(row, migrations);
    const next = migrations.find((migration) => rows.every((row) => row.migration_name !== migration.name));
    if (next) {
      name = next.name;
      await client.query(next.sql);
      await client.query(
        `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
         values ($1, $2, $3, clock_timestamp(), clock_timestamp(), 1)`,
        [randomUUID(), next.checksum, next.name],
      );
    }
    await client.query('commit');
    return name;
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name ?? 'check'} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function refuseSurprise(row: Applied, migrations: Migration[]): void {
  const known = migrations.find(({ name }) => name === row.migration_name);
  if (!row.finished_at)
    throw new Error(`${row.migration_name} failed earlier; mend the database and mark it with \`prisma migrate resolve\``);
  if (!known) throw new Error(`the database has ${row.migration_name}, which this build does not know`);
  if (known.checksum !== row.checksum) throw new Error(`${row.migration_name} was edited after it was applied`);
}
