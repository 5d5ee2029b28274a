import type { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from '../deps.ts';

/**
 * The reader has just shown that the mailbox is theirs. The first time, whatever somebody who had not shown it had set up goes: password,
 * identities, sessions, known browsers. So nobody lies in wait in an account made with another's address. Call it inside a transaction.
 */
export async function proveMailbox(tx: Prisma.TransactionClient, { clock }: Pick<Deps, 'clock'>, accountId: string): Promise<void> {
  const first = await tx.account.updateMany({
    where: { id: accountId, verified: null },
    data: { verified: clock(), passwordHash: null },
  });
  if (first.count === 0) return;
  await tx.identity.deleteMany({ where: { accountId } });
  await tx.session.deleteMany({ where: { accountId } });
  await tx.knownDevice.deleteMany({ where: { accountId } });
}
