import { findAccount } from '../../letters/find-account.ts';
import { StaffRefusal } from '../../platform/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { voidEverybodys, voidPrepared } from './void-unproved.ts';

type EndDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** Ends all sessions of the account with this address, those in which staff looks at it too, with what was prepared in them; answers how many. Refuses (404) an address without an account. */
export async function endSessionsAt(deps: EndDeps, email: string): Promise<number> {
  const account = await findAccount(deps.db, deps, email);
  if (account === null) throw new StaffRefusal(`There is no account with the address ${email}.`);
  return deps.db.$transaction((tx) => voidPrepared(tx, deps, account.id));
}

/** Ends every session in which anybody is logged in, to an account or through an institution; answers how many. Guests and their carts stay. */
export async function endEverybodysSessions(deps: EndDeps): Promise<number> {
  return deps.db.$transaction(async (tx) => {
    const ended = await voidEverybodys(tx, deps);
    const { count } = await tx.session.deleteMany({ where: { entityId: { not: null } } });
    return ended + count;
  });
}
