import type { Deps } from '../deps.ts';

/** The token of the invoice page of an upgrade of this subscription whose payment is under way, at a bank for days, or null. */
export async function findUpgradeOnItsWay(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  ownerId: string,
  subscription: string,
): Promise<string | null> {
  const lines = { some: { type: 'subscription-upgrade', ref: { startsWith: `${subscription}/` } } };
  const order = await db.order.findFirst({
    where: { publicationId: config.publicationId, ownerId, state: 'processing', lines },
    select: { receiptToken: true, invoice: { select: { token: true } } },
    relationLoadStrategy: 'join',
  });
  return order && (order.invoice?.token ?? order.receiptToken);
}
