import { isUnpaid } from './order-states.ts';
import type { Sql } from '../../platform/db/sql.ts';

/**
 * Gives up an order that is not paid, and puts its stock and its coupons' uses back, in one statement. Its intent
 * should be canceled before, so that nobody can pay for it: `canceled` is the one of which the provider has said so.
 * Any other that it has by then, or may have, is noted to be canceled. False when there was nothing to give up: it was
 * paid or cancelled meanwhile.
 */
export async function cancelOrder(db: Sql, order: string, now: Date, canceled: string | null = null): Promise<boolean> {
  const cancelled = await db.$queryRaw<unknown[]>`
    with cancelled as (
      update "order" o set state = 'cancelled', network = null, updated = ${now}
      where id = ${order}::uuid and ${isUnpaid}
      returning id, publication_id, intent_id, total
    ),
    to_cancel as (
      insert into intent_to_cancel (order_id, intent_id, due, created)
      select id, intent_id, ${now}::timestamptz + case when intent_id is null then interval '2 minutes' else interval '0' end, ${now} from cancelled
      where total > 0 and (intent_id is null or intent_id is distinct from ${canceled}::text)
      on conflict (intent_id) do nothing
    ),
    held as (
      select c.publication_id, l.type, l.ref, sum(l.quantity)::int as quantity from order_line l join cancelled c on c.id = l.order_id where l.held
      group by c.publication_id, l.type, l.ref
    ),
    locked as materialized (
      select g.publication_id, g.type, g.ref from good g
      where (g.publication_id, g.type, g.ref) in (select publication_id, type, ref from held)
      order by g.ref, g.type
      for update
    ),
    restocked as (
      update good g set stock = g.stock + held.quantity
      from locked join held using (publication_id, type, ref)
      where g.publication_id = locked.publication_id and g.type = locked.type and g.ref = locked.ref
    ),
    unused as (
      delete from coupon_use u using cancelled c where u.publication_id = c.publication_id and u.order_id = c.id
      returning u.publication_id, u.code, u.quantity
    ),
    counted as (
      update coupon_count n set used = n.used - back.quantity
      from (select publication_id, code, sum(quantity)::int as quantity from unused group by publication_id, code order by code) back
      where n.publication_id = back.publication_id and n.code = back.code
    ),
    unheld as (
      update gift g set held_by = null from cancelled c where g.held_by = c.id
    ),
    released as (
      update order_line l set held = false from cancelled c where l.order_id = c.id and l.held
    )
    select id from cancelled`;
  return cancelled.length > 0;
}
