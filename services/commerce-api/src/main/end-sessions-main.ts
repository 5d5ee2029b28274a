import { parseArgs } from 'node:util';
import { Email } from '@newsstand/contracts/email';
import * as v from 'valibot';
import { readConfig } from '../platform/config/config.ts';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';
import { endEverybodysSessions, endSessionsAt } from '../readers/login/end-sessions.ts';
import { asAction, onDatabase, runProgram } from './staff-program.ts';

const USAGE = `npm run end-sessions -- <the reader's address>   logs a reader out everywhere
npm run end-sessions -- --everybody              logs everybody out; guests keep their carts`;

/** `npm run end-sessions -- reader@example.org`: staff ends a reader's sessions, such as those of a lost telephone. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { everybody: { type: 'boolean', default: false } }, allowPositionals: true });
  const email = v.safeParse(Email, positionals[0]);
  if (positionals.length > 1 || values.everybody === email.success) throw new StaffRefusal(USAGE);
  const config = readConfig(process.env);
  await onDatabase(config, async (db) => {
    const deps = { db, config, clock: () => new Date() };
    const ended = email.success
      ? await endSessionsAt(deps, email.output, asAction(deps, 'end-sessions', { verb: 'endSessionsFor', subject: 'sessions' }))
      : await endEverybodysSessions(deps, asAction(deps, 'end-sessions', { verb: 'endEverybodysSessions', subject: 'everybody' }));
    console.log(`${ended} ${ended === 1 ? 'session' : 'sessions'}${email.success ? ` of ${email.output}` : ''} ended.`);
  });
}

await runProgram(USAGE, main);
