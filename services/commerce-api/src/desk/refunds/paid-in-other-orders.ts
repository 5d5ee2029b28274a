import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { linePaid } from '../../ledger/orders/line-paid.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { mostOfLine, mostOfOrder, unservedValue } from '../../rules/pricing/refund-rules.ts';
import { giftOfTerm, isFrom } from '../../ledger/terms/source-parts.ts';
import { backOfLine, goneOf, reckoned, reckonedSince, served, servedSince, takenOfLine, type RefundableTerm } from './refundable.ts';

/** SQL: what the line `l` of an order `o` was paid, and what of its money and of all of the order's is gone. */
export const moneyOfLine = Prisma.sql`'id', o.id, 'line', l.ordinal, 'number', o.number, 'value', greatest(0, ${linePaid}),
  'back', ${backOfLine}, 'total', o.total, 'gone', ${goneOf(Prisma.sql`o.id`)}`;
export const MoneyOfLine = v.object({
  id: v.string(),
  line: v.number(),
  number: v.nullable(v.string()),
  value: v.number(),
  back: v.number(),
  total: v.number(),
  gone: v.number(),
});

/** What was not served of a line's money that is here: what paying it back proposes, in cents. */
export const unservedOf = (line: Omit<v.InferOutput<typeof MoneyOfLine>, 'number'>, served: number, issues: number): number =>
  Math.min(unservedValue(mostOfLine(line), served, issues), mostOfOrder(line.total, line.gone));

/**
 * SQL: the upgrades and moves of a term `s` that orders of their own paid for, and that stand, the oldest first; of a
 * gift also what its giftee paid to redeem it in a better way.
 */
export const paidBeside = Prisma.sql`(select coalesce(jsonb_agg(b.paid order by b.at), '[]') from (
  select jsonb_build_object(${moneyOfLine}, 'name', l.name, 'served', ${servedSince}, 'reckoned', ${reckonedSince}) as paid, c.created as at
  from subscription_change c join "order" o on o.id = c.order_id
  join order_line l on l.order_id = o.id and l.choice ->> 'subscription' = c.subscription_id::text
  where (c.publication_id, c.owner_id, c.subscription_id) = (s.publication_id, s.owner_id, s.id)
    and c.paid and o.number is not null and ${takenOfLine} = 0
  union all
  select jsonb_build_object(${moneyOfLine}, 'name', l.name, 'served', ${served}, 'reckoned', ${reckoned}), o.created
  from "order" o join order_line l on l.order_id = o.id and l.type = 'subscription-upgrade' and l.choice ->> 'gift' = ${giftOfTerm}
  where ${isFrom('gift')} and (o.publication_id, o.owner_id) = (s.publication_id, s.owner_id) and o.number is not null and ${takenOfLine} = 0
) b)`;
export const PaidBeside = v.array(
  v.object({ ...MoneyOfLine.entries, number: v.string(), name: v.string(), served: v.number(), reckoned: v.number() }),
);

/** What other orders than this one were paid for terms, and what of that was not served. */
export async function readBeside(tx: Sql, publication: string, order: string, terms: readonly RefundableTerm[]) {
  if (terms.length === 0) return [];
  const [ids, owners] = [terms.map(({ id }) => id), terms.map(({ owner }) => owner)];
  const rows = await tx.$queryRaw<{ beside: unknown }[]>`
    select ${paidBeside} as beside from subscription s
    where s.publication_id = ${publication} and s.owner_id = any(${owners}::uuid[]) and s.id = any(${ids}::uuid[])
    order by s.owner_id, s.cycle`;
  return rows
    .flatMap(({ beside }) => v.parse(PaidBeside, beside))
    .filter(({ id }) => id !== order)
    .map(({ number, name, ...line }) => ({ number, name, unserved: unservedOf(line, line.served, line.reckoned) }))
    .filter(({ unserved }) => unserved > 0);
}
