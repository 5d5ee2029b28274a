import { findAccount } from '../../letters/find-account.ts';
import { type Begin, plainly } from '../../platform/db/begin-transaction.ts';
import { StaffRefusal } from '../../platform/http/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { voidEverybodys, voidPrepared } from './void-unproved.ts';

type EndDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/**
 * Ends all sessions of the account with this address, those in which staff looks at it too, with what was prepared in
 * them; answers how many. Refuses (404) an address without an account.
 */
export async function endSessionsAt(deps: EndDeps, email: string, begin: Begin = plainly(deps)): Promise<number> {
  const account = await findAccount(deps.db, deps, email);
  if (account === null) throw new StaffRefusal(`There is no account with the address ${email}.`);
  return begin(account.id, (tx) => voidPrepared(tx, deps, account.id));
}

/**
 * Ends every session in which anybody is logged in, to an account or through an institution; answers how many. Guests
 * and their carts stay.
 */
export async function endEverybodysSessions(deps: EndDeps, begin: Begin = plainly(deps)): Promise<number> {
  return begin(null, async (tx) => {
    const ended = await voidEverybodys(tx, deps);
    const { count } = await tx.session.deleteMany({ where: { entityId: { not: null } } });
    return ended + count;
  });
}
