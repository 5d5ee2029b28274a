import { parseArgs } from 'node:util';
import { DESK_ROLES, DeskRole } from '@newsstand/contracts/desk-roles';
import { Email } from '@newsstand/contracts/email';
import * as v from 'valibot';
import { invite } from '../desk/staff/invite.ts';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';
import { readStaffConfig } from './running-service.ts';
import { onDatabase, runProgram } from './staff-program.ts';

const USAGE = `npm run desk:invite -- <address> --role <role> [--role <another>] [--name <name>] [--replace]

Prints a link with which that person makes a passkey for the desk, once, within 30 minutes. Roles: ${DESK_ROLES.join(', ')}.
The roles are theirs from now on, in place of any before. With --replace their old keys and sessions end when the new key is made: for a lost one.`;

/**
 * `npm run desk:invite -- ann@example.org --role publisher`: lets somebody work at the desk. The first of them, and
 * whoever lost their key, comes in by it.
 */
async function main(): Promise<void> {
  const options = {
    role: { type: 'string', multiple: true },
    name: { type: 'string' },
    replace: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const email = v.safeParse(Email, positionals[0]);
  const roles = v.safeParse(v.pipe(v.array(DeskRole), v.minLength(1)), values.role ?? []);
  const wrong = [
    ...(email.success ? [] : [positionals.length === 0 ? 'Whose address?' : `${positionals[0]} is no e-mail address.`]),
    ...(roles.success
      ? []
      : [values.role === undefined ? 'Which role?' : `No such role: ${values.role.filter((role) => !v.is(DeskRole, role)).join(', ')}.`]),
    ...(positionals.length > 1 ? ['One person at a time.'] : []),
  ];
  if (!email.success || !roles.success || wrong.length > 0) throw new StaffRefusal(`${wrong.join('\n')}\n\n${USAGE}`);
  const config = readStaffConfig(process.env);
  const person = { email: email.output, name: values.name ?? email.output, roles: roles.output, replace: values.replace };
  await onDatabase(config, async (db) => {
    const { url, expires } = await invite({ db, config, clock: () => new Date() }, { program: 'desk:invite' }, person);
    console.log(`${url}\nFor ${person.email}: open it before ${expires.toISOString()}; it makes one passkey.`);
  });
}

await runProgram(USAGE, main);
