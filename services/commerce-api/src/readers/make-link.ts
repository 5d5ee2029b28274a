import { pageUrl } from '@newsstand/contracts/paths';
import { findAccount } from '../letters/find-account.ts';
import { type Begin, plainly } from '../platform/db/begin-transaction.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { MINUTE } from '../platform/duration.ts';
import { StaffRefusal } from '../platform/http/staff-refusal.ts';
import { hashOf, newToken } from '../platform/secrets.ts';
import type { Deps } from '../publication/deps.ts';
import { siteOf } from '../publication/site-of.ts';

/** How long a link waits to be opened. */
const LIFETIME = 15 * MINUTE;

/**
 * A link with which staff sees a reader's account, read-only: for a quarter of an hour, once. That it was made is kept,
 * and by whom. Refuses (404) an address without an account.
 */
export async function makeLink(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  { email, staff }: { email: string; staff: string },
  begin: Begin = plainly(deps),
): Promise<{ url: string; expires: Date }> {
  const { db, config } = deps;
  const account = await findAccount(db, { config }, email);
  if (account === null) throw new StaffRefusal(`There is no account with the address ${email}.`);
  const token = newToken();
  const expires = await begin(account.id, (tx) => writeLook(tx, deps, { account: account.id, staff, token }));
  return { url: linkOf(deps, token), expires };
}

/** Keeps that a link was made, and by whom; answers until when it waits to be opened. */
export async function writeLook(
  tx: Pick<Deps['db'], 'adminView'>,
  { clock, config: { publicationId } }: Pick<Deps, 'clock' | 'config'>,
  { account: accountId, staff, token }: { account: string; staff: string; token: string },
): Promise<Date> {
  const created = clock();
  const expires = new Date(created.getTime() + LIFETIME);
  await tx.adminView.create({
    data: { id: uuidv7(created.getTime()), publicationId, accountId, staff, tokenHash: hashOf(token), created, expires },
  });
  return expires;
}

export const linkOf = (deps: Pick<Deps, 'config' | 'publication'>, token: string): string =>
  pageUrl(siteOf(deps), 'account', null, { 'admin-view': token });
