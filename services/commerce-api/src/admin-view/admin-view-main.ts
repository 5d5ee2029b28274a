import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { AccountEmail } from '@newsstand/contracts/email';
import * as v from 'valibot';
import { ConfigError, readConfig } from '../config.ts';
import { openDb } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../open-database.ts';
import { Refusal } from '../refusal.ts';
import { makeLink } from './make-link.ts';

const USAGE = "npm run admin-view -- <the reader's address> [--staff <who looks>]";

/** `npm run admin-view -- reader@example.org`: prints a link that opens the reader's account once, read-only. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { staff: { type: 'string' } }, allowPositionals: true });
  const email = v.safeParse(AccountEmail, positionals[0]);
  if (!email.success) throw new Refusal(422, USAGE);
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  try {
    await migrate(database.url);
    const db = openDb(database.url, { connections: 1 });
    const staff = values.staff ?? userInfo().username;
    const { url, expires } = await makeLink({ db, config, clock: () => new Date() }, { email: email.output, staff });
    console.log(`${url}\nOpen it before ${expires.toISOString()}; it works once. The look is logged as ${staff}'s.`);
    await db.$disconnect();
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
