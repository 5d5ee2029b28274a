import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from '../src/platform/db/open-database.ts';
import { appOn, type TestApp, type TestOptions } from './app-on.ts';

export type { TestApp, TestOptions };

/**
 * A database of its own, migrated and with the publication applied: a copy of the template that the global set-up made.
 */
export async function createTestDatabase(): Promise<string> {
  const { serverUrl, template } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  await admin.end();
  return withDatabase(serverUrl, name);
}

/** The whole service on a database of its own. */
export async function createTestApp(options: TestOptions = {}): Promise<TestApp> {
  return appOn(await createTestDatabase(), options);
}
