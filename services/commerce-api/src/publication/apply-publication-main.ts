import { ConfigError, readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openDb } from '../db/db.ts';
import { openDatabase } from '../open-database.ts';
import { applyPublication } from './apply-publication.ts';
import { PublicationError, loadPublication } from './load-publication.ts';

/** `npm run publication:apply`: the files of PUBLICATION_DIR into the database of DATABASE_URL; may be repeated at any time. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const publication = await loadPublication(config.publicationDir);
  const database = await openDatabase(config);
  try {
    await migrate(database.url);
    const db = openDb(database.url, { connections: 1 });
    const applied = await applyPublication(
      { db, clock: () => new Date() },
      { id: config.publicationId, publication, dir: config.publicationDir },
    );
    await db.$disconnect();
    console.log(
      `${publication.name}: ${applied.products} products, ${applied.issues} issues, ${applied.goods} goods on file; revision ${applied.revision}.`,
    );
  } finally {
    await database.stop();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof PublicationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
