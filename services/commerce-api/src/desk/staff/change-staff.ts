import { DeskRole } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import { canSignIn } from './can-sign-in.ts';
import type { Person } from './staff-session.ts';

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type Asked = { action: string; staff: string; version: string; roles: DeskRole[]; disabled: boolean; network: string; dry: boolean };

/** What of somebody is shown to whoever changes it: who was shown an older state is told. */
export const staffVersion = ({ roles, disabled }: { roles: readonly string[]; disabled: Date | null }): string =>
  [...roles.toSorted(), ...(disabled ? ['disabled'] : [])].join(' ');

/** How many sessions ended with it. */
const Changed = v.object({ ended: v.number() });

/**
 * Changes what somebody may do, or whether they may work here at all, at once: their sessions end with it, so that no
 * browser goes on with what they may do no more. Refuses (409) to leave the desk without a publisher who can sign in.
 */
export async function changeStaff(
  deps: StaffDeps,
  person: Person,
  { action, staff, version, roles, disabled, network, dry }: Asked,
): Promise<v.InferOutput<typeof Changed>> {
  const { publicationId } = deps.config;
  const found = await deps.db.staff.findFirst({ where: { id: staff, publicationId }, select: { email: true } });
  if (!found) throw new Refusal(404, deskText('no_such_person'));
  const entry = { id: action, verb: 'changeStaff', subject: found.email, network, dry };
  return act(deps, { person: person.id }, entry, Changed, async (tx) => {
    // All publishers at once: two of them who take each other's role have their turn.
    await tx.$queryRaw`select 1 from staff where publication_id = ${publicationId} order by id for update`;
    const before = await tx.staff.findUniqueOrThrow({ where: { id: staff } });
    if (staffVersion(before) !== version) throw new Refusal(409, deskText('person_changed'));
    if (roles.length === 0) throw new Refusal(422, { roles: deskText('no_role_left') });
    const now = deps.clock();
    await tx.staff.update({ where: { id: staff }, data: { roles, disabled: disabled ? (before.disabled ?? now) : null } });
    const publishers = await tx.$queryRaw<unknown[]>`
      select from staff s where ${canSignIn(deps.config)} and 'publisher' = any(s.roles) limit 1`;
    if (publishers.length === 0) throw new Refusal(409, deskText('last_publisher'));
    const { count } = await tx.staffSession.deleteMany({ where: { staffId: staff, NOT: { tokenHash: person.session } } });
    const was = { roles: before.roles, disabled: before.disabled?.toISOString() ?? null };
    return { from: was, to: { roles, disabled: disabled ? now.toISOString() : null }, result: { ended: count } };
  });
}
