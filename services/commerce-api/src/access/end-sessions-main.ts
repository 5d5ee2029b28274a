import { parseArgs } from 'node:util';
import { AccountEmail } from '@newsstand/contracts/email';
import * as v from 'valibot';
import { Refusal } from '../refusal.ts';
import { readConfig } from '../config.ts';
import { onDatabase, runProgram } from '../staff-program.ts';
import { endEverybodysSessions, endSessionsAt } from './end-sessions.ts';

const USAGE = `npm run end-sessions -- <the reader's address>   logs a reader out everywhere
npm run end-sessions -- --everybody              logs everybody out; guests keep their carts`;

/** `npm run end-sessions -- reader@example.org`: staff ends a reader's sessions, such as those of a lost telephone. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { everybody: { type: 'boolean', default: false } }, allowPositionals: true });
  const email = v.safeParse(AccountEmail, positionals[0]);
  if (positionals.length > 1 || values.everybody === email.success) throw new Refusal(422, USAGE);
  const config = readConfig(process.env);
  await onDatabase(config, async (db) => {
    const ended = email.success ? await endSessionsAt({ db, config }, email.output) : await endEverybodysSessions({ db, config });
    console.log(`${ended} ${ended === 1 ? 'session' : 'sessions'}${email.success ? ` of ${email.output}` : ''} ended.`);
  });
}

await runProgram(USAGE, main);
