import { parseArgs } from 'node:util';
import { AccountEmail } from '@newsstand/contracts/email';
import * as v from 'valibot';
import { ConfigError, readConfig } from '../config.ts';
import { openDb } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../open-database.ts';
import { Refusal } from '../refusal.ts';
import { endEverybodysSessions, endSessionsAt } from './end-sessions.ts';

const USAGE = `npm run end-sessions -- <the reader's address>   logs a reader out everywhere
npm run end-sessions -- --everybody              logs everybody out; guests keep their carts`;

/** `npm run end-sessions -- reader@example.org`: staff ends a reader's sessions, such as those of a lost telephone. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { everybody: { type: 'boolean', default: false } }, allowPositionals: true });
  const email = v.safeParse(AccountEmail, positionals[0]);
  if (positionals.length > 1 || values.everybody === email.success) throw new Refusal(422, USAGE);
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  try {
    await migrate(database.url);
    const db = openDb(database.url, { connections: 1 });
    try {
      const ended = email.success ? await endSessionsAt({ db, config }, email.output) : await endEverybodysSessions({ db, config });
      console.log(`${ended} ${ended === 1 ? 'session' : 'sessions'}${email.success ? ` of ${email.output}` : ''} ended.`);
    } finally {
      await db.$disconnect();
    }
  } finally {
    await database.stop();
  }
}

try {
  await main();
} catch (error) {
  if (error instanceof Refusal) console.error(error.errors);
  else if (error instanceof ConfigError) console.error(error.message);
  else throw error;
  process.exitCode = 1;
}
