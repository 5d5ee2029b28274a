import type { Address } from '@newsstand/contracts/address';
import type { Totals } from '@newsstand/contracts/cart';
import type { ReceiptLine } from '@newsstand/contracts/receipt';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { Prisma } from '../../../generated/prisma/client.ts';
import { breaksRule, type Sql } from '../../platform/db/sql.ts';
import type { LineChoice } from '../../rules/pricing/line-choice.ts';
import type { Recipient } from './check-recipient.ts';

/** A line as it is stored: a receipt's, and what it promises beyond a good. */
export type OrderLine = ReceiptLine & { choice?: LineChoice | null };

/** An order as it is about to be placed. `cartVersion` is 0 for one that does not come out of the cart. Amounts in cents; `currency` as the card provider writes it. */
export type Draft = {
  id: string;
  publicationId: string;
  ownerId: string;
  cartVersion: number;
  name: string;
  email: string;
  address: Address | null;
  /** Whom the order's one gift is sent to directly. */
  recipient?: Recipient | null;
  shipcode: Shipcode;
  totals: Totals;
  currency: string;
  lines: OrderLine[];
  receiptToken: string;
  /** What the purchaser agreed to: keeping the card on the account, and renewing with it. Left out: neither. */
  saveCard?: boolean;
  autorenew?: boolean | null;
  /** The network it is placed from (`networkOf`), since what one network may hold unpaid is limited. Null for orders that no visitor places. */
  network: string | null;
  now: Date;
};

/**
 * Places an order in one statement: the order, its lines, its stock and its coupons' uses taken, or nothing of it. Goods are locked in the order of their refs, so
 * that two orders never wait for each other in a circle. The database's own rules decide: the stock never falls below 0, a coupon is
 * used no more often than it may be, an owner has one started order, and one network holds no more of a good than decision 003 says.
 */
export async function insertOrder(
  sql: Sql,
  draft: Draft,
): Promise<'placed' | 'already-started' | 'out-of-stock' | 'coupon-used-up' | 'hoarded'> {
  const { totals, address, recipient = null } = draft;
  const lines = JSON.stringify(draft.lines.map((line, ordinal) => ({ ...line, ordinal })));
  try {
    const placed = await sql.$queryRaw<unknown[]>(Prisma.sql`
      with too_much as materialized (
        select from hoarded(${draft.publicationId}, ${draft.network}, ${draft.ownerId}::uuid, ${lines}::jsonb)
      ),
      wanted as (
        select * from jsonb_to_recordset(${lines}::jsonb)
          as l(ordinal int, type text, ref text, name text, detail text, quantity int, price int, discount int, shipping int, choice jsonb)
        where not exists (select from too_much)
      ),
      placed as (
        insert into "order" (id, publication_id, owner_id, cart_version, name, email, address, recipient, shipcode, goods, shipping, discount, waived, total,
                             currency, receipt_token, own_words, save_card, autorenew, network, created, updated)
        select ${draft.id}::uuid, ${draft.publicationId}, ${draft.ownerId}::uuid, ${draft.cartVersion}, ${draft.name}, ${draft.email},
                ${address && JSON.stringify(address)}::jsonb, ${recipient && JSON.stringify(recipient)}::jsonb, ${draft.shipcode}, ${totals.goods}, ${totals.shipping}, ${totals.discount}, ${totals.waived},
                ${totals.total}, ${draft.currency}, ${draft.receiptToken},
                exists (select from account a where a.id = ${draft.ownerId}::uuid and a.verified is not null),
                ${draft.saveCard ?? false}, ${draft.autorenew ?? null}::boolean, ${draft.network},
                ${draft.now}, ${draft.now}
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
        insert into order_line (order_id, ordinal, type, ref, name, detail, quantity, price, discount, shipping, choice, held)
        select placed.id, w.ordinal, w.type, w.ref, w.name, w.detail, w.quantity, w.price, w.discount, coalesce(w.shipping, 0),
          nullif(w.choice, 'null'), taken.ref is not null
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
