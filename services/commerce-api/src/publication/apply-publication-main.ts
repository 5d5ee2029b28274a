import { ConfigError, readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openDb } from '../db/db.ts';
import { openDatabase } from '../open-database.ts';
import { applyFiles } from './apply-files.ts';
import { PublicationError, loadPublication } from './load-publication.ts';

/** `npm run publication:apply`: the files of PUBLICATION_DIR into the database of DATABASE_URL; and to readers what has come out; may be repeated at any time. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  // What is wrong with the files is said before a database is started for them.
  await loadPublication(config.publicationDir);
  const database = await openDatabase(config);
  try {
    await migrate(database.url);
    const db = openDb(database.url, { connections: 1 });
    const { name, products, issues, goods, revision, released } = await applyFiles({ db, config, clock: () => new Date() });
    await db.$disconnect();
    console.log(`${name}: ${products} products, ${issues} issues, ${goods} goods on file; revision ${revision}.`);
    for (const { issue, delivered } of released) console.log(`Issue ${issue}: given to ${delivered} readers now.`);
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
