import { readConfig } from '../src/platform/config/config.ts';
import { openDb } from '../src/platform/db/db.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createDatabase, withDatabase } from '../src/platform/db/open-database.ts';
import { applyPublication } from '../src/publication/apply-publication.ts';
import { loadPublication } from '../src/publication/load-publication.ts';

/** A shop of the sample publication in a new database of this server; answers its URL. */
export async function openShop(serverUrl: string): Promise<string> {
  await createDatabase(serverUrl, 'figures');
  const url = withDatabase(serverUrl, 'figures');
  await migrate(url);
  const db = openDb(url);
  const { publicationDir: dir, publicationId: id } = readConfig({});
  await applyPublication({ db, clock: () => new Date() }, { id, publication: await loadPublication(dir), dir });
  await db.$disconnect();
  return url;
}
