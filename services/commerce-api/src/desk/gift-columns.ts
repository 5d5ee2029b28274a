import { Prisma } from '../../generated/prisma/client.ts';
import { giftEnded } from '../ledger/orders/line-outcome.ts';
import { giftOfTerm, isOfGift } from '../ledger/terms/source-parts.ts';

/**
 * SQL: the columns of a gift `g` that say what became of it, as `GiftStands` has them: one that was posted and then
 * redeemed is its account's.
 */
export const giftStands = Prisma.sql`g.recipient_name as recipient, g.redeemed, g.revoked, ${giftEnded} as ended, (
  select json_build_object('owner', s.owner_id, 'name', coalesce(nullif(a.name, ''), g.recipient_name, '')) from subscription s left join account a on a.id = s.owner_id
  where s.publication_id = g.publication_id and ${isOfGift} order by s.source limit 1
) as "to"`;

/** SQL: of the term `s` that was given as a gift, who paid for it and by which order. */
export const giverOf = Prisma.sql`(
  select json_build_object('owner', o.owner_id, 'name', coalesce(nullif(a.name, ''), o.name), 'order', o.number)
  from gift g join "order" o on o.id = g.order_id left join account a on a.id = o.owner_id
  where g.token = ${giftOfTerm} and g.publication_id = s.publication_id
)`;
