import { isUnpaid } from '../../ledger/orders/order-states.ts';
import type { Sql } from '../../platform/db/sql.ts';

/**
 * Takes a canceled intent off the order of an invoice, however often it is told, so that the next attempt gets one of
 * its own. False for an order of no invoice: that one is over with its intent.
 */
export async function clearIntent(tx: Sql, { order, intent, now }: { order: string; intent: string; now: Date }): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ invoiced: boolean }[]>`
    with invoiced as (select order_id from invoice where order_id = ${order}::uuid),
    taken as (
      update "order" o set intent_id = null, attempt = attempt + 1, state = 'started', updated = ${now}
      where o.id in (select order_id from invoiced) and o.intent_id = ${intent} and ${isUnpaid}
    )
    select exists (select from invoiced) as invoiced`;
  return found?.invoiced === true;
}
