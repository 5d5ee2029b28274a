import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import type { Account } from './create-account.ts';
import { lockAccount, tellOfPassword, voidUnproved } from './void-unproved.ts';

/** `replaced`: see below. `name`: what whoever vouches for the mailbox calls its owner. */
type Proof = { replaced: string | null; setsPassword?: boolean; name?: string };

/**
 * The reader has just shown that the mailbox is theirs. The first time, whatever somebody who had not shown it had set
 * up goes (`void-unproved.ts`), so that nobody lies in wait in an account made with another's address. `replaced` is
 * the browser's own session, by its hash, where `startSession` ends it in the same transaction: it takes over what the
 * browser has besides the account. A letter tells of a password that went, unless the reader sets a new one in the same
 * moment. Answers the account as it is now, and whether such a letter goes out. Call it inside a transaction.
 */
export async function proveMailbox(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  account: Account,
  { replaced, setsPassword = false, name = '' }: Proof,
): Promise<{ account: Account; password_gone: boolean }> {
  const { id, email } = account;
  const locked = await lockAccount(tx, deps, id);
  if (locked === null || locked.verified !== null) return { account, password_gone: false };
  const hadPassword = await voidUnproved(tx, deps, id, replaced);
  const proved = await tx.account.update({ where: { id }, data: { verified: deps.clock(), ...(name !== '' && { name }) } });
  const password_gone = hadPassword && !setsPassword;
  if (password_gone) await tellOfPassword(tx, deps, { id, name: proved.name, email, why: 'proved' });
  return { account: { id, name: proved.name, email }, password_gone };
}
