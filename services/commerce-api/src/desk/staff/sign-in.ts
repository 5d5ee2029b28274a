import type { KeyShown } from '@newsstand/contracts/desk-staff';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { proveKey } from './passkey.ts';
import { SAMPLES } from './samples.ts';
import { startStaffSession, type Person } from './staff-session.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;
/** `before`: the hash of the session that the browser had. */
type From = { network: string; before: string | null };

/** Signs in whoever shows one of their keys; answers the new session's token. */
export async function signIn(deps: SignInDeps, key: KeyShown, { network, before }: From): Promise<string> {
  const staffId = await proveKey(deps, key, network);
  return deps.db.$transaction((tx) => startStaffSession(tx, deps, staffId, before));
}

/**
 * Notes that whoever is signed in has shown their key again; a session of the same token goes on. Refuses (401)
 * somebody else's key.
 */
export async function stepUp(deps: SignInDeps, person: Person, key: KeyShown, network: string): Promise<void> {
  if ((await proveKey(deps, key, network)) !== person.id) throw new Refusal(401, deskText('others_passkey'));
  await deps.db.staffSession.updateMany({ where: { tokenHash: person.session }, data: { proved: deps.clock() } });
}

/**
 * Signs in as one of the sample people; they are there only on a machine of one's own that was told to have them (404).
 */
export async function beSample(deps: SignInDeps, role: DeskRole, before: string | null): Promise<string> {
  if (deps.config.desk?.samples !== true) throw new Refusal(404, apiText('not_found'));
  const { publicationId } = deps.config;
  const { name, email } = SAMPLES[role];
  return deps.db.$transaction(async (tx) => {
    const staff = await tx.staff.upsert({
      where: { publicationId_email: { publicationId, email } },
      update: {},
      create: { id: uuidv7(), publicationId, email, name, roles: [role], sample: true, created: deps.clock() },
    });
    return startStaffSession(tx, deps, staff.id, before);
  });
}
