import type { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../deps.ts';
import type { Account } from './create-account.ts';
import { postLetter } from './post-letter.ts';

/**
 * The reader has just shown that the mailbox is theirs. The first time, whatever somebody who had not shown it had set up goes: password,
 * identities, sessions, known browsers. So nobody lies in wait in an account made with another's address. `replaced` is the browser's own session, by its
 * hash, where `startSession` ends it in the same transaction: it takes over what the browser has besides the account. A letter tells of a password that
 * went, unless the reader sets a new one in the same moment; answers whether one did. Call it inside a transaction.
 */
export async function proveMailbox(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  { id: accountId, name, email }: Account,
  { replaced, setsPassword = false }: { replaced: string | null; setsPassword?: boolean },
): Promise<boolean> {
  const first = await tx.account.updateMany({ where: { id: accountId, verified: null }, data: { verified: deps.clock() } });
  if (first.count === 0) return false;
  const removed = await tx.account.updateMany({ where: { id: accountId, passwordHash: { not: null } }, data: { passwordHash: null } });
  await tx.identity.deleteMany({ where: { accountId } });
  await endSessionsBut(tx, accountId, replaced);
  await tx.knownDevice.deleteMany({ where: { accountId } });
  if (removed.count === 0 || setsPassword) return false;
  await postLetter(tx, deps, { kind: 'password-removed', subject: accountId, recipient: email, payload: { name } });
  return true;
}

/** Ends every session of an account but the one that is `replaced`, if any. */
export async function endSessionsBut(
  tx: Pick<Prisma.TransactionClient, 'session'>,
  accountId: string,
  replaced: string | null,
): Promise<void> {
  await tx.session.deleteMany({ where: { accountId, ...(replaced !== null && { tokenHash: { not: replaced } }) } });
}
