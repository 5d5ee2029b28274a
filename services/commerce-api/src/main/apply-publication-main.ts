import { parseArgs } from 'node:util';
import { readConfig } from '../platform/config/config.ts';
import { loadPublication } from '../publication/load-publication.ts';
import { applyFiles } from './apply-files.ts';
import { asAction, onDatabase, runProgram } from './staff-program.ts';

const USAGE = `npm run publication:apply                 writes the files of PUBLICATION_DIR into the database, and gives readers what has come out
npm run publication:apply -- --replace    the same where the database holds a publication of another name`;

/**
 * `npm run publication:apply`: the files of PUBLICATION_DIR into the database of DATABASE_URL; and to readers what has
 * come out; may be repeated at any time.
 */
async function main(): Promise<void> {
  const { replace } = parseArgs({ options: { replace: { type: 'boolean', default: false } } }).values;
  const config = readConfig(process.env);
  // What is wrong with the files is said before a database is started for them.
  const { name } = await loadPublication(config.publicationDir);
  await onDatabase(config, async (db) => {
    const deps = { db, config, clock: () => new Date() };
    const { products, issues, goods, revision, released, planned } = await applyFiles(deps, {
      replace,
      begins: asAction(deps, 'publication:apply', { verb: 'applyPublication', subject: name }),
    });
    console.log(`${name}: ${products} products, ${issues} issues, ${goods} goods on file; revision ${revision}.`);
    for (const { issue, delivered } of released) console.log(`Issue ${issue}: given to ${delivered} readers now.`);
    for (const { issue, at } of planned)
      console.log(`Issue ${issue}: given to readers at ${at.toISOString()}, unless somebody stops it at the desk.`);
  });
}

await runProgram(USAGE, main);
