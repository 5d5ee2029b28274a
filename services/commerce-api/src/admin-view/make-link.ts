import { hashOf, newToken } from '../access/secrets.ts';
import { accountAt } from '../access/account-at.ts';
import { uuidv7 } from '../db/uuidv7.ts';
import type { Deps } from '../deps.ts';
import { MINUTE } from '../duration.ts';
import { Refusal } from '../refusal.ts';

/** How long a link waits to be opened. */
const LIFETIME = 15 * MINUTE;

/** A link with which staff sees a reader's account, read-only: for a quarter of an hour, once. That it was made is kept, and by whom. Refuses (404) an address without an account. */
export async function makeLink(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { email, staff }: { email: string; staff: string },
): Promise<{ url: string; expires: Date }> {
  const account = await accountAt(db, { config }, email);
  if (account === null) throw new Refusal(404, `There is no account with the address ${email}.`);
  const token = newToken();
  const created = clock();
  const expires = new Date(created.getTime() + LIFETIME);
  const { publicationId, publicUrl } = config;
  await db.adminView.create({
    data: { id: uuidv7(created.getTime()), publicationId, accountId: account.id, staff, tokenHash: hashOf(token), created, expires },
  });
  return { url: `${publicUrl}/account?admin-view=${token}`, expires };
}
