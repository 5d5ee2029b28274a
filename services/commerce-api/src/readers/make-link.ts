import { pageUrl } from '@newsstand/contracts/paths';
import { findAccount } from '../letters/find-account.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { MINUTE } from '../platform/duration.ts';
import { StaffRefusal } from '../platform/staff-refusal.ts';
import { hashOf, newToken } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { siteOf } from '../publication/site-of.ts';

/** How long a link waits to be opened. */
const LIFETIME = 15 * MINUTE;

/** A link with which staff sees a reader's account, read-only: for a quarter of an hour, once. That it was made is kept, and by whom. Refuses (404) an address without an account. */
export async function makeLink(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  { email, staff }: { email: string; staff: string },
): Promise<{ url: string; expires: Date }> {
  const { db, clock, config } = deps;
  const account = await findAccount(db, { config }, email);
  if (account === null) throw new StaffRefusal(`There is no account with the address ${email}.`);
  const token = newToken();
  const created = clock();
  const expires = new Date(created.getTime() + LIFETIME);
  const { publicationId } = config;
  await db.adminView.create({
    data: { id: uuidv7(created.getTime()), publicationId, accountId: account.id, staff, tokenHash: hashOf(token), created, expires },
  });
  return { url: pageUrl(siteOf(deps), 'account', null, { 'admin-view': token }), expires };
}
