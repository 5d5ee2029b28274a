import { isBought } from './order-states.ts';
import { HOUR, SECOND } from '../../platform/duration.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Within this time nobody orders the very same again on purpose. A version of a cart is ordered once; for so long a
 * request may be on its way. A cart that was merged may have the version of one before it: what is not the same is
 * another order.
 */
const SAME_ORDER = 30 * SECOND;
const SAME_CART = HOUR;

export type Duplicate = { intentId: string | null; receiptToken: string };

/**
 * The order that was paid while this one was being placed: two presses of one button, of which the second read the cart
 * before the first had paid. Where the reader enters a card in between, nothing comes of it; a card on record, and what
 * costs nothing, would be ordered twice. The second can be placed only after the first is no longer started, so whoever
 * asks after placing sees it.
 */
export async function findPaidDuplicate({ db, clock }: Pick<Deps, 'db' | 'clock'>, order: string): Promise<Duplicate | null> {
  const now = clock().getTime();
  const [duplicate] = await db.$queryRaw<Duplicate[]>`
    select o.intent_id as "intentId", o.receipt_token as "receiptToken"
    from "order" mine join "order" o on o.publication_id = mine.publication_id and o.owner_id = mine.owner_id and o.id <> mine.id
    where mine.id = ${order}::uuid and ${isBought} and o.cart_version = mine.cart_version
      and o.updated > case when mine.cart_version > 0 then ${new Date(now - SAME_CART)}::timestamptz else ${new Date(now - SAME_ORDER)}::timestamptz end
      and o.total = mine.total and (
        select jsonb_agg(jsonb_build_array(l.type, l.ref, l.quantity, l.price, l.choice) order by l.ordinal) from order_line l where l.order_id = o.id
      ) = (
        select jsonb_agg(jsonb_build_array(l.type, l.ref, l.quantity, l.price, l.choice) order by l.ordinal) from order_line l where l.order_id = mine.id
      )
    order by o.updated desc limit 1`;
  return duplicate ?? null;
}
