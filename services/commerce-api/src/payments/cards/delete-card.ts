import { requireSession, type ByStaff, type Login } from '../../readers/login/require-session.ts';
import { followAutorenew } from '../../ledger/planned-charges/follow-autorenew.ts';
import { conflict } from '../../platform/http/conflict.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { cancelAtOnce } from '../settle/cancel-abandoned.ts';
import { detachFromAccount } from '../provider/detach-unused.ts';

/**
 * Forgets an account's means of payment. Autorenew goes off with it (section 4), and first: the provider tells us of
 * the card while we still wait for its answer, and who has detached it themselves needs no letter. The card is detached
 * at the provider's before it is forgotten here, so that whoever is interrupted can do it again. A letter confirms it.
 * What another tab has put on record meanwhile stays: refuses (409) another than that of `version`.
 */
export async function deleteCard(
  deps: Pick<Deps, 'db' | 'stripe' | 'clock' | 'config' | 'publication' | 'reached' | 'log' | 'metrics'>,
  login: Login | ByStaff,
  version?: string,
): Promise<void> {
  const { accountId } = login;
  const account = await deps.db.account.findUnique({ where: { id: accountId }, select: { method: true, name: true, email: true } });
  // Without an account, another tab has just deleted it.
  if (!account || account.method === null) return;
  const { method } = account;
  if (version !== undefined && version !== methodVersion(method)) throw conflict('payment');
  await deps.db.$transaction(async (tx) => {
    await requireSession(tx, deps, login);
    await tx.$executeRaw`update account set autorenew_since = null where id = ${accountId}::uuid and method = ${method}`;
    await followAutorenew(tx, deps, accountId);
  });
  await cancelAtOnce(deps, accountId);
  await detachFromAccount(deps, { ownerId: accountId, method });
  deps.reached('card-detached');
  await deps.db.$transaction(async (tx) => {
    await tx.$executeRaw`update account set method = null, payment = null where id = ${accountId}::uuid and method = ${method}`;
    // One letter for each that was detached, also where the provider told us of it first or two tabs did it.
    const letter = {
      kind: 'card-deleted',
      subject: `${accountId}:${method}`,
      recipient: account.email,
      payload: { name: account.name },
    } as const;
    // What staff do for a reader has letters of its own, or none.
    if (login.session !== null) await postLetter(tx, deps, letter);
  });
}

/** By which a page names the means of payment that it shows, without the provider's id. */
export function methodVersion(method: string | null): string {
  return method === null ? 'none' : hashOf(method);
}
