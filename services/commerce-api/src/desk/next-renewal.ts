import type { NextRenewal } from '@newsstand/contracts/desk-verbs';
import type { Prisma } from '../../generated/prisma/client.ts';

/** What is charged next of what an owner has that renews by itself; null while nothing is planned. */
export async function nextRenewal(tx: Prisma.TransactionClient, publicationId: string, ownerId: string): Promise<NextRenewal | null> {
  const charge = await tx.charge.findFirst({
    where: { publicationId, ownerId, kind: 'renewal', state: 'open' },
    orderBy: { cycle: 'desc' },
    select: { amount: true, due: true },
  });
  return charge && { amount: charge.amount, due: charge.due.toISOString() };
}
