import { Invoice } from '@newsstand/contracts/invoice';
import * as v from 'valibot';
import type { Deps } from '../../publication/deps.ts';

/**
 * What paying an invoice needs to know of it, by its token or its number; null where there is none, or its order was
 * given up.
 */
export async function findPayable({ db, config }: Pick<Deps, 'db' | 'config'>, where: { token: string } | { number: number }) {
  const { publicationId } = config;
  const found = await db.invoice.findFirst({
    where: { ...where, publicationId, order: { state: { not: 'cancelled' } } },
    include: { order: { include: { lines: { select: { choice: true } } } } },
    relationLoadStrategy: 'join',
  });
  return found && { ...found, accepted: v.parse(Invoice.entries.accepted_payments, found.acceptedPayments) };
}
export type Payable = NonNullable<Awaited<ReturnType<typeof findPayable>>>;
