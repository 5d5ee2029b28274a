import type { Prisma } from '../../../generated/prisma/client.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { apiText } from '../../platform/http/api-text.ts';
import { lockAccount } from './void-unproved.ts';

/** Who is logged in to an account: `session` is the id that the reader may know of it. */
export type Login = { accountId: string; session: string };

/** What staff do for a reader, whose own sessions are nothing to it: they have shown at the desk who they are. */
export type ByStaff = { accountId: string; session: null };

/**
 * With this each transaction begins that changes an account for whoever is logged in to it. It waits for the voiding
 * (`void-unproved.ts`), which takes the same lock, and refuses (401) who was thrown out by it since the request was let
 * in: what they would change now would outlive it. Answers the account, which is theirs until the transaction ends.
 */
export async function requireSession(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config'>,
  { accountId, session }: Login | ByStaff,
): Promise<{ email: string; verified: Date | null }> {
  const account = await lockAccount(tx, deps, accountId);
  const isStillIn = session === null || (await tx.session.count({ where: { id: session, accountId } })) > 0;
  if (account === null || !isStillIn) throw new Refusal(401, apiText('log_in'));
  return account;
}
