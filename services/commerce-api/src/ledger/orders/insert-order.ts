import type { Address } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { Prisma } from '../../../generated/prisma/client.ts';
import { breaksRule, type Sql } from '../../platform/db/sql.ts';
import { intoLines, intoOrder, lineRows, type OrderLine, type OrderRow } from './order-row.ts';

/** An order as it is about to be placed. */
export type Draft = Omit<OrderRow, 'number' | 'state' | 'address' | 'shipcode' | 'intentId' | 'card' | 'ownWords' | 'paid'> & {
  address: Address | null;
  shipcode: Shipcode;
  lines: OrderLine[];
};

/**
 * Places an order in one statement: the order, its lines, its stock and its coupons' uses taken, or nothing of it.
 * Goods are locked in the order of their refs, so that two orders never wait for each other in a circle. The database's
 * own rules decide: the stock never falls below 0, a coupon is used no more often than it may be, an owner has one
 * started order, and one network holds no more of a good than decision 003 says.
 */
export async function insertOrder(
  sql: Sql,
  draft: Draft,
): Promise<'placed' | 'already-started' | 'out-of-stock' | 'coupon-used-up' | 'hoarded'> {
  try {
    const placed = await sql.$queryRaw<unknown[]>(Prisma.sql`
      with too_much as materialized (
        select from hoarded(${draft.publicationId}, ${draft.network}, ${draft.ownerId}::uuid, ${JSON.stringify(draft.lines)}::jsonb)
      ),
      wanted as (
        select * from ${lineRows(draft.lines)}
        where not exists (select from too_much)
      ),
      placed as (
        ${intoOrder({ ...draft, state: 'started' })}
        where not exists (select from too_much)
        returning id
      ),
      locked as materialized (
        select g.type, g.ref from good g
        where g.publication_id = ${draft.publicationId} and g.stock is not null and (g.type, g.ref) in (select type, ref from wanted)
        order by g.ref, g.type
        for update
      ),
      taken as (
        update good g set stock = g.stock - w.quantity
        from locked join (select type, ref, sum(quantity)::int as quantity from wanted group by type, ref) w using (type, ref)
        where g.publication_id = ${draft.publicationId} and g.type = locked.type and g.ref = locked.ref
        returning g.type, g.ref
      ),
      coupons as (
        select ordinal, choice ->> 'coupon' as code, quantity from wanted where choice ->> 'coupon' is not null and discount > 0
      ),
      counted as (
        insert into coupon_count as c (publication_id, code, used)
        select ${draft.publicationId}, code, sum(quantity)::int from coupons group by code order by code
        on conflict (publication_id, code) do update set used = c.used + excluded.used
      ),
      used as (
        insert into coupon_use (publication_id, owner_id, code, order_id, ordinal, quantity)
        select ${draft.publicationId}, ${draft.ownerId}::uuid, code, placed.id, ordinal, quantity from placed cross join coupons
      ),
      listed as (
        ${intoLines(Prisma.sql`taken.ref is not null`)}
        from placed cross join wanted w left join taken using (type, ref)
      )
      select id from placed`);
    return placed.length > 0 ? 'placed' : 'hoarded';
  } catch (error) {
    if (breaksRule(error, 'order_one_started_per_owner')) return 'already-started';
    if (breaksRule(error, 'good_stock_is_not_negative')) return 'out-of-stock';
    if (breaksRule(error, 'coupon_count_is_within_its_limit')) return 'coupon-used-up';
    throw error;
  }
}
