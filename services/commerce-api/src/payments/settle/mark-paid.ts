import type { Sql } from '../../platform/db/sql.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';

/** What staff wrote down of a payment that did not come by card. `received` is an ISO date. */
export type Received = { method: 'check' | 'wire'; received: string; reference: string | null; recordedBy: string | null };

/**
 * Marks the invoice of a claimed order paid, with how, and gives the order to the account that it is for, if there is
 * one. Part of the claim's transaction, so it happens once; that an invoice has one payment at most the database says
 * too.
 */
export async function markPaid(tx: Sql, { order, received, now }: { order: string; received?: Received; now: Date }): Promise<void> {
  const day = received?.received ?? now.toISOString().slice(0, 10);
  await tx.$queryRaw`
    with paid as (
      update invoice set paid = ${now}, owner_id = coalesce(subscriber_id, owner_id) where order_id = ${order}::uuid and paid is null
      returning publication_id, owner_id, id, order_id
    ),
    given as (
      update "order" o set owner_id = paid.owner_id from paid where o.id = paid.order_id returning o.total
    ),
    named as (
      update order_giftee g set owner_id = paid.owner_id from paid where g.order_id = paid.order_id
    )
    insert into invoice_payment (publication_id, owner_id, id, invoice_id, method, amount, received, reference, recorded_by)
    select publication_id, owner_id, ${uuidv7(now.getTime())}::uuid, id, ${received?.method ?? 'card'}, total, ${day}::date,
      ${received?.reference ?? null}, ${received?.recordedBy ?? null}
    from paid cross join given`;
}
