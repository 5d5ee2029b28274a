import type { Sql } from '../../platform/db/sql.ts';

/**
 * `fulfilled` is an order that has goods to be posted of which none is open: each piece was sent, or is never sent
 * since it was taken away. Call it in the transaction that changes either, with the order's row held.
 */
export async function followSent(tx: Sql, order: string, now: Date): Promise<void> {
  await tx.$queryRaw`
    with line as (
      select count(*) > 0 as posted, coalesce(bool_and(sent + dropped = quantity), false) as through from order_line where order_id = ${order}::uuid and held
    )
    update "order" o set state = (case when through then 'fulfilled' else 'paid' end)::order_state, updated = ${now}
    from line where o.id = ${order}::uuid and posted and o.state = (case when through then 'paid' else 'fulfilled' end)::order_state`;
}
