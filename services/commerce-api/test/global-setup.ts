import type { TestProject } from 'vitest/node';
import { readConfig } from '../src/platform/config/config.ts';
import { openDb } from '../src/platform/db/db.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createDatabase, withDatabase } from '../src/platform/db/open-database.ts';
import { applyPublication } from '../src/publication/apply-publication.ts';
import { loadPublication } from '../src/publication/load-publication.ts';
import { startScratchPostgres } from './scratch-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { serverUrl: string; template: string };
  }
}

const TEMPLATE = 'newsstand_template';

/**
 * One PostgreSQL for the run, and in it a template: migrated, with the publication applied. Each test file copies it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Nothing is cleaned up: in hundreds of databases a process for that would start five times a second.
  const postgres = await startScratchPostgres({ max_connections: '300', autovacuum: 'off' });
  await createDatabase(postgres.url, TEMPLATE);
  const url = withDatabase(postgres.url, TEMPLATE);
  await migrate(url);
  await seed(url);
  project.provide('postgres', { serverUrl: postgres.url, template: TEMPLATE });
  return postgres.stop;
}

async function seed(url: string): Promise<void> {
  const { publicationDir, publicationId } = readConfig({});
  const db = openDb(url);
  const publication = await loadPublication(publicationDir);
  await applyPublication({ db, clock: () => new Date() }, { id: publicationId, publication, dir: publicationDir });
  await db.$disconnect();
}
