import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { Email } from '@newsstand/contracts/email';
import * as v from 'valibot';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';
import { openPublication } from '../publication/publication-source.ts';
import { makeLink } from '../readers/make-link.ts';
import { readStaffConfig } from './running-service.ts';
import { asAction, onDatabase, runProgram } from './staff-program.ts';

const USAGE = "npm run admin-view -- <the reader's address> [--staff <who looks>]";

/** `npm run admin-view -- reader@example.org`: prints a link that opens the reader's account once, read-only. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { staff: { type: 'string' } }, allowPositionals: true });
  const email = v.safeParse(Email, positionals[0]);
  if (!email.success) throw new StaffRefusal(USAGE);
  const staff = values.staff ?? userInfo().username;
  const config = readStaffConfig(process.env);
  await onDatabase(config, async (db) => {
    const publication = await openPublication(db, config.publicationId);
    const deps = { db, config, publication, clock: () => new Date() };
    const look = asAction(deps, 'admin-view', { verb: 'seeAsReader', subject: 'account' });
    const { url, expires } = await makeLink(deps, { email: email.output, staff }, look);
    console.log(`${url}\nOpen it before ${expires.toISOString()}; it works once. The look is logged as ${staff}'s.`);
  });
}

await runProgram(USAGE, main);
