import type { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';
import { createAccount } from './create-account.ts';
import { lockAccount, tellOfPassword, voidUnproved } from './void-unproved.ts';

/**
 * The account to which something is given by its address alone, which staff typed: the one that is proved to be its
 * owner's, or a new one, into which a code that is mailed there leads, and nothing else. Where somebody has signed up
 * with the address and never shown that it is theirs, what they set up goes first, and the account is as a new one.
 * `billed`: the invoice's order that is given. Call it inside a transaction.
 */
export async function findOrCreateAccount(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  { email, name, billed }: { email: string; name: string; billed: string },
): Promise<string> {
  const made = await createAccount(tx, deps, { email, name, passwordHash: null, verified: false, billed });
  if (made) return made.id;
  const where = { publicationId_email: { publicationId: deps.config.publicationId, email } };
  const { id } = await tx.account.findUniqueOrThrow({ where, select: { id: true } });
  await voidIfUnproved(tx, deps, { id, name });
  return id;
}

/**
 * The same of an account that is known: nobody but its mailbox's owner is in it afterwards. `name`: what staff call
 * them; the account keeps its own where it is null.
 */
export async function voidIfUnproved(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  { id, name }: { id: string; name: string | null },
): Promise<void> {
  const account = await lockAccount(tx, deps, id);
  if (account === null || account.verified !== null) return;
  const hadPassword = await voidUnproved(tx, deps, id, null);
  const { name: called, email } = await tx.account.update({ where: { id }, data: name === null ? {} : { name } });
  if (hadPassword) await tellOfPassword(tx, deps, { id, name: called, email, why: 'paid' });
}
