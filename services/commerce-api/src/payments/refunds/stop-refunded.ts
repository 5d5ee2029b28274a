import type { Stopped } from '@newsstand/contracts/money-back';
import type { CartType } from '@newsstand/contracts/cart';
import { Prisma } from '../../../generated/prisma/client.ts';
import { endDonation } from '../../ledger/planned-charges/end-donation.ts';
import { followAutorenew } from '../../ledger/planned-charges/follow-autorenew.ts';
import { goodsPaid, linePaid } from '../../ledger/orders/line-paid.ts';
import type { Deps } from '../../publication/deps.ts';

type StopDeps = Pick<Deps, 'config' | 'clock' | 'publication'>;

/** What makes an order one for the subscription of whoever placed it. A gift is somebody else's. */
const OWN: CartType[] = ['personal-subscription', 'subscription-upgrade'];
const DONATION: CartType = 'donation-item';

/** How much of an order's money was gone, and how much is now, in cents. */
export type Gone = { before: number; after: number };

/**
 * Money of an order has gone back, so much by now that it may be what something that renews by itself had cost: that is
 * charged for no more (decision 010). An account's autorenew goes off where the order was for its subscription, and the
 * renewal that was planned with it; a monthly donation ends where the order was one of its months. An attempt that is
 * under way is let be. Each notes the order, so that account and receipt say so until the reader begins again. Call it
 * in the transaction that notes the refund, once.
 */
export async function stopRefunded(tx: Prisma.TransactionClient, deps: StopDeps, orderId: string, gone: Gone): Promise<Stopped[]> {
  return [
    ...((await stopAutorenew(tx, deps, orderId, gone)) ? (['autorenew'] as const) : []),
    ...((await stopDonation(tx, deps, orderId, gone)) ? (['donation'] as const) : []),
  ];
}

/**
 * SQL: whether what went back of the order `o` has just come to what its line `l` cost, its postage aside, or to all of
 * the order. The provider does not say which line a refund is for. A line that cost nothing goes with the whole order
 * only.
 */
function isCovered({ before, after }: Gone): Prisma.Sql {
  const isReached = (amount: Prisma.Sql) => Prisma.sql`(${before}::int < ${amount} and ${after}::int >= ${amount})`;
  const cost = Prisma.sql`coalesce(nullif(greatest(${goodsPaid}, 0), 0), nullif(greatest(${linePaid}, 0), 0), o.total)`;
  return Prisma.sql`(${isReached(Prisma.sql`least(${cost}, o.total)`)} or ${isReached(Prisma.sql`o.total`)})`;
}

/** The same of autorenew alone: a month that a bank takes back waits for another means of payment instead. */
export async function stopAutorenew(tx: Prisma.TransactionClient, deps: StopDeps, orderId: string, gone: Gone): Promise<boolean> {
  const { publicationId } = deps.config;
  const stopped = await tx.$queryRaw<{ id: string }[]>`
    update account a set autorenew_since = null, autorenew_stopped_by = o.id from "order" o
    where o.id = ${orderId}::uuid and a.id = o.owner_id and a.publication_id = ${publicationId} and a.autorenew_since is not null
      and exists (select from order_line l where l.order_id = o.id and l.type = any(${OWN}) and ${isCovered(gone)})
    returning a.id`;
  for (const { id } of stopped) await followAutorenew(tx, deps, id);
  return stopped.length > 0;
}

async function stopDonation(tx: Prisma.TransactionClient, { config, clock }: StopDeps, orderId: string, gone: Gone): Promise<boolean> {
  const now = clock();
  // The order paid the first month, or was made of the charge that paid a later one.
  const rows = await tx.$queryRaw<{ token: string }[]>`
    select d.token from donation d join "order" o on o.id = ${orderId}::uuid
    where d.publication_id = ${config.publicationId} and d.owner_id = o.owner_id and d.process = 'monthly-init' and d.ended is null
      and (d.order_id = o.id or exists (
        select from charge_attempt a
        where a.publication_id = d.publication_id and a.owner_id = d.owner_id and a.kind = 'donation' and a.subject = d.id and a.intent_id = o.intent_id
      ))
      and exists (select from order_line l where l.order_id = o.id and l.type = ${DONATION} and ${isCovered(gone)})
    for update of d`;
  for (const { token } of rows) {
    const donation = await tx.donation.findUniqueOrThrow({ where: { token } });
    await endDonation(tx, donation, now);
    await tx.donation.update({ where: { token }, data: { endedBy: orderId } });
  }
  return rows.length > 0;
}
