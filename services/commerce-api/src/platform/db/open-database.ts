import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { connect, PATIENCE } from './connection.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

export type Database = { url: string; stop(): Promise<void> };

const NAME = 'newsstand';

/** The database that the configuration names, or a PostgreSQL of our own on this machine. */
export async function openDatabase(config: Config): Promise<Database> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, stop: () => Promise.resolve() };
  const postgres = await startEmbeddedPostgres(join(config.dataDir, 'postgres'), { port: config.postgresPort });
  await createDatabase(postgres.url, NAME);
  return { url: withDatabase(postgres.url, NAME), stop: postgres.stop };
}

/** Does nothing when it exists. */
export async function createDatabase(serverUrl: string, name: string): Promise<void> {
  const client = await connect(serverUrl, PATIENCE.job);
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

export function withDatabase(serverUrl: string, name: string): string {
  return new URL(`/${name}`, serverUrl).href;
}
