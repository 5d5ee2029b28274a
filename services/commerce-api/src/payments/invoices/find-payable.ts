import { Invoice } from '@newsstand/contracts/invoice';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';

/**
 * What paying an invoice needs to know of it, by its token or its number; null where there is none, or its order was
 * given up.
 */
export async function findPayable({ db, config }: Pick<Deps, 'db' | 'config'>, where: { token: string } | { number: number }) {
  const { publicationId } = config;
  const order = await db.order.findFirst({
    where: { publicationId, state: { not: 'cancelled' }, invoice: { ...where, publicationId } },
    include: { lines: { select: { choice: true } }, invoice: true },
    relationLoadStrategy: 'join',
  });
  if (!order?.invoice) return null;
  return { ...order.invoice, order, accepted: v.parse(Invoice.entries.accepted_payments, order.invoice.acceptedPayments) };
}
export type Payable = NonNullable<Awaited<ReturnType<typeof findPayable>>>;
