import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { isOfGift, isOfLine, isOfRenewal } from '../terms/source-parts.ts';

/**
 * What became of a line since it was paid: when what it paid for was `ended` (ISO), and how many of its pieces are not
 * sent any more.
 */
export type LineOutcome = { ended?: string; not_sent?: number };

/** SQL: when all that a gift `g` gave was ended; null while some of it goes on, and of one that gave nothing yet. */
export const giftEnded = Prisma.sql`(select max(s.cancelled) from subscription s
  where s.publication_id = g.publication_id and ${isOfGift} having bool_and(s.cancelled is not null))`;

/** SQL: whether the line `l` of an order was taken back: what its gifts gave is its purchaser's affair only then. */
export const isTakenBack = Prisma.sql`exists (select from refund_line b join refund r on r.id = b.refund_id
  where r.order_id = l.order_id and b.ordinal = l.ordinal and b.quantity > 0)`;

/**
 * SQL: when what the line `l` of an order `o` paid for was ended: a term, bought or renewed by itself, one that it
 * upgraded, or all of its gifts.
 */
const lineEnded = Prisma.sql`case l.type
  when 'personal-subscription' then coalesce(
    (select s.cancelled from subscription s where s.publication_id = o.publication_id and ${isOfLine}),
    (select s.cancelled from charge_attempt a join subscription s
        on s.publication_id = a.publication_id and s.owner_id = a.owner_id and ${isOfRenewal}
      where a.publication_id = o.publication_id and a.owner_id = o.owner_id and a.kind = 'renewal' and a.intent_id = o.intent_id limit 1))
  when 'subscription-upgrade' then (select s.cancelled from subscription_change c join subscription s
      on (s.publication_id, s.owner_id, s.id) = (c.publication_id, c.owner_id, c.subscription_id)
    where c.publication_id = o.publication_id and c.order_id = o.id and c.subscription_id::text = l.choice ->> 'subscription' limit 1)
  when 'gift-subscription' then case when ${isTakenBack} then (select max(e.at) from gift g cross join lateral (select ${giftEnded} as at) e
    where g.order_id = l.order_id and g.ordinal = l.ordinal having count(e.at) = l.quantity) end
  end`;

/** SQL: what became of the line `l` of an order `o`, as JSON. */
export const lineOutcome = Prisma.sql`jsonb_strip_nulls(jsonb_build_object('ended', ${lineEnded}, 'not_sent', nullif(l.dropped, 0)))`;

/** As `lineOutcome` answers it: PostgreSQL writes an instant into JSON with its own offset. */
export const toLineOutcome = ({ ended, ...rest }: LineOutcome): LineOutcome => ({
  ...rest,
  ...(ended !== undefined && { ended: new Date(ended).toISOString() }),
});

/** The same of each line of one order, by its ordinal. One statement. */
export async function readLineOutcomes(db: Sql, order: string): Promise<Map<number, LineOutcome>> {
  const rows = await db.$queryRaw<{ ordinal: number; became: LineOutcome }[]>`
    select l.ordinal, ${lineOutcome} as became from order_line l join "order" o on o.id = l.order_id where o.id = ${order}::uuid`;
  return new Map(rows.map(({ ordinal, became }) => [ordinal, toLineOutcome(became)]));
}
