import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { accountAt } from './account-at.ts';

type EndDeps = Pick<Deps, 'db' | 'config'>;

/** Ends all sessions of the account with this address, those in which staff looks at it too; answers how many. Refuses (404) an address without an account. */
export async function endSessionsAt({ db, config }: EndDeps, email: string): Promise<number> {
  const account = await accountAt(db, { config }, email);
  if (account === null) throw new Refusal(404, `There is no account with the address ${email}.`);
  const { count } = await db.session.deleteMany({ where: { accountId: account.id } });
  return count;
}

/** Ends every session in which anybody is logged in, to an account or through an institution; answers how many. Guests and their carts stay. */
export async function endEverybodysSessions({ db, config }: EndDeps): Promise<number> {
  const { publicationId } = config;
  const { count } = await db.session.deleteMany({ where: { OR: [{ account: { publicationId } }, { entityId: { not: null } }] } });
  return count;
}
