import { BookRule } from '@newsstand/contracts/desk-books';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isGone } from '../../ledger/orders/money-gone.ts';
import { isGoing } from '../../ledger/orders/refund-states.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { issuesOfTerm } from '../../ledger/terms/term-issues.ts';
import { actionOfTerm, isFrom, isOfLine } from '../../ledger/terms/source-parts.ts';
import { goodsPaid } from '../../ledger/orders/line-paid.ts';
import { isPaid } from '../../ledger/orders/order-states.ts';

const Found = v.object({
  rule: BookRule,
  subject: v.string(),
  detail: v.string(),
  order: v.nullable(v.string()),
  owner: v.nullable(v.string()),
});
export type FoundDifference = v.InferOutput<typeof Found>;

const cents = (amount: Prisma.Sql): Prisma.Sql => Prisma.sql`to_char((${amount}) / 100.0, 'FM$999999990.00')`;
const isSold = Prisma.sql`o.number is not null and ${isPaid}`;

/**
 * SQL of what breaks each rule: `subject` that tells it from others, `detail`, and the `order` and the `owner` whom it
 * concerns.
 */
const RULES: Record<BookRule, (publication: string) => Prisma.Sql> = {
  // What was sold, its discount, what was posted and what was waived make what was paid.
  'order-sum': (publication) => Prisma.sql`
    select o.number as subject, ${cents(Prisma.sql`o.total`)} || ' were paid, its lines make ' || ${cents(Prisma.sql`l.sum + o.shipping - o.waived`)} as detail,
      o.number as "order", o.owner_id as owner
    from "order" o cross join lateral (select coalesce(sum(${goodsPaid}), 0)::int as sum from order_line l where l.order_id = o.id) l
    where o.publication_id = ${publication} and ${isSold} and o.total <> l.sum + o.shipping - o.waived`,
  'refund-sum': (publication) => Prisma.sql`
    select r.id::text as subject, ${cents(Prisma.sql`r.amount`)} || ' go back, its lines and its postage make ' || ${cents(Prisma.sql`l.sum + r.shipping`)} as detail,
      o.number as "order", o.owner_id as owner
    from refund r join "order" o on o.id = r.order_id
      cross join lateral (select coalesce(sum(b.amount), 0)::int as sum from refund_line b where b.refund_id = r.id) l
    where r.publication_id = ${publication} and r.amount <> l.sum + r.shipping`,
  'back-too-much': (publication) => Prisma.sql`
    with back as (
      select r.order_id, r.amount from refund r where r.publication_id = ${publication} and ${isGoing}
      union all
      select m.order_id, m.amount from money_back m join "order" o on o.id = m.order_id
      where o.publication_id = ${publication} and m.refund_id is null and ${isGone}
    ),
    gone as (select order_id, sum(amount)::int as sum from back group by order_id)
    select o.number as subject, ${cents(Prisma.sql`gone.sum`)} || ' went back of ' || ${cents(Prisma.sql`o.total`)} as detail, o.number as "order", o.owner_id as owner
    from gone join "order" o on o.id = gone.order_id where o.number is not null and gone.sum > o.total`,
  // Credit notes that hold: what did not arrive and was paid otherwise since is credited once.
  'credit-too-much': (publication) => Prisma.sql`
    select o.number as subject, ${cents(Prisma.sql`c.sum`)} || ' are credited of ' || ${cents(Prisma.sql`o.total`)} as detail, o.number as "order", o.owner_id as owner
    from (select order_id, sum(amount)::int as sum from refund where publication_id = ${publication} and credit_number is not null and voided_by is null group by order_id) c
      join "order" o on o.id = c.order_id where c.sum > o.total`,
  // What is there is what was moved less what orders hold.
  stock: (publication) => Prisma.sql`
    with moved as (select type, ref, sum(quantity)::int as sum from stock_move where publication_id = ${publication} group by 1, 2),
    held as (
      select l.type, l.ref, sum(l.quantity)::int as sum from order_line l join "order" o on o.id = l.order_id
      where l.held and o.publication_id = ${publication} group by 1, 2
    )
    select g.type || ' ' || g.ref as subject, g.stock || ' are in stock, its ledger makes ' || coalesce(m.sum, 0) - coalesce(h.sum, 0) as detail,
      null::text as "order", null::uuid as owner
    from good g left join moved m on m.type = g.type and m.ref = g.ref left join held h on h.type = g.type and h.ref = g.ref
    where g.publication_id = ${publication} and g.stock is not null and g.stock <> coalesce(m.sum, 0) - coalesce(h.sum, 0)`,
  // An order is fulfilled when each of its pieces was sent, or never is, and not before.
  fulfilled: (publication) => Prisma.sql`
    select o.number as subject, 'It is ' || o.state || ', and ' || l.open || ' pieces are open' as detail, o.number as "order", o.owner_id as owner
    from "order" o cross join lateral (
      select count(*) as posted, coalesce(sum(l.quantity - l.sent - l.dropped), 0)::int as open from order_line l where l.order_id = o.id and l.held
    ) l
    where o.publication_id = ${publication} and ${isSold} and l.posted > 0 and (o.state = 'fulfilled') <> (l.open = 0)`,
  // What was taken away with its money does not go on.
  'refunded-runs': (publication) => Prisma.sql`
    select o.number || ' ' || l.ordinal as subject, 'Its subscription was paid back, and goes on' as detail, o.number as "order", s.owner_id as owner
    from "order" o join order_line l on l.order_id = o.id and l.type = 'personal-subscription'
      join subscription s on s.publication_id = o.publication_id and ${isOfLine} and s.cancelled is null
    where o.publication_id = ${publication} and (
      select coalesce(sum(b.quantity), 0) from refund_line b join refund r on r.id = b.refund_id
      where r.order_id = o.id and b.ordinal = l.ordinal and r.amount > 0 and ${isGoing}
    ) >= l.quantity`,
  // Of each term delivered, left and forfeited make what was paid for; what was delivered has an issue and a day.
  issues: (publication) => Prisma.sql`
    select s.id::text as subject, t.count || ' issues, paid for ' || t.paid || case when t.half > 0 then ', ' || t.half || ' half delivered' else '' end as detail,
      null::text as "order", s.owner_id as owner
    from subscription s cross join lateral (
      select count(*)::int as count, count(*) filter (where (t.issue is null) <> (t.delivered is null))::int as half,
        coalesce(s.issues, ${issuesOfTerm(Prisma.sql`s.term`)}) as paid
      from issue_token t where (t.publication_id, t.owner_id, t.subscription_id) = (s.publication_id, s.owner_id, s.id)
    ) t
    where s.publication_id = ${publication} and ((s.term <> 'lifetime' and t.count <> t.paid) or t.half > 0)`,
  // Whatever staff did stands in the history.
  'no-action': (publication) => Prisma.sql`
    with done as (
      select 'refund' as what, r.id::text as id, r.id as action, r.order_id from refund r where r.publication_id = ${publication}
      union all
      select 'gift of the desk', s.id::text, ${actionOfTerm}, null from subscription s where s.publication_id = ${publication} and ${isFrom('comp')}
      union all
      select 'move of stock', m.id::text, m.action, null from stock_move m where m.publication_id = ${publication} and m.why <> 'start'
      union all
      select 'parcel', d.id::text, d.action, d.order_id from dispatch d where d.publication_id = ${publication} and d.sent is not null
    )
    select done.what || ' ' || done.id as subject, 'Nobody did it, says the history' as detail, o.number as "order", o.owner_id as owner
    from done left join "order" o on o.id = done.order_id
    where done.action is null or not exists (select from staff_action a where a.id = done.action)`,
};

/** All that does not add up, now: nothing in the books of a magazine that nobody has changed by hand. */
export async function findDifferences(db: Sql, publication: string): Promise<FoundDifference[]> {
  const found: FoundDifference[] = [];
  for (const [rule, broken] of Object.entries(RULES)) {
    const rows = await db.$queryRaw`select ${rule} as rule, r.* from (${broken(publication)}) r order by r.subject`;
    found.push(...v.parse(v.array(Found), rows));
  }
  return found;
}
