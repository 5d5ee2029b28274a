import { Prisma } from '../../../generated/prisma/client.ts';
import { isGone } from '../../ledger/orders/money-gone.ts';
import { isGoing } from '../../ledger/orders/refund-states.ts';
import { lifetimeIssues } from '../../ledger/terms/lifetime-issues.ts';
import { issuesOfTerm } from '../../ledger/terms/term-issues.ts';
import { giftOfTerm, isFrom, isOfGift, isOfLine, isOfRenewal, lineOfTerm, orderOfTerm } from '../../ledger/terms/source-parts.ts';
import { linePaid } from '../../ledger/orders/line-paid.ts';
import { isPaid } from '../../ledger/orders/order-states.ts';
import { isOwedAt, isTokenOf } from '../../ledger/terms/owes.ts';

/**
 * SQL: whatever obliges the publisher to give issues as of a moment, a row for each price that was paid: a term, a
 * gift, an upgrade, and what another system was paid. `kind`: what it is (`OwedKind`); `key` is the same at every
 * moment. `sold`: cents that it cost; `value`: less what went back; `served` of `n` issues came; `over`: it ended, and
 * nothing is owed any more; `owner_id`, `term_id`: the term that it is of, null of a gift that waits. `orders` (SQL of
 * their ids): only of what they paid for.
 */
export const owedParts = (publication: string, at: Date | Prisma.Sql, orders?: Prisma.Sql): Prisma.Sql => Prisma.sql`
    with lifetime as materialized (select ${lifetimeIssues(Prisma.sql`${publication}`)} as issues),
    back as materialized (
      select order_id, ordinal, sum(cents)::int as cents, coalesce(sum(cents) filter (where takes = 0), 0)::int as apart, sum(taken)::int as taken from (
        -- What was taken away stays taken, whatever becomes of its money.
        select r.order_id, l.ordinal, case when ${isGoing} then l.amount else 0 end as cents, l.quantity as takes, l.quantity as taken
        from refund r join refund_line l on l.refund_id = r.id where r.publication_id = ${publication} and r.created <= ${at} ${orders ? Prisma.sql`and r.order_id in (${orders})` : Prisma.empty}
        union all ${takenByBanks(publication, at)} ${orders ? Prisma.sql`and m.order_id in (${orders})` : Prisma.empty}
      ) parts group by order_id, ordinal
    ),
    terms as materialized (
      select s.publication_id, s.owner_id, s.id, s.source, s.term, (s.cancelled is not null and s.cancelled <= ${at}) as over,
        case when s.term = 'lifetime' then (select issues from lifetime) else count(t.ordinal)::int end as n, count(t.ordinal) filter (where t.delivered <= ${at})::int as served
      from subscription s left join issue_token t on ${isTokenOf()}
      where s.publication_id = ${publication} and s.created <= ${at} and not ${isFrom('comp')}
        ${orders ? Prisma.sql`and (s.owner_id, s.id) in (${termsOf(publication, orders)})` : Prisma.empty}
      group by s.publication_id, s.owner_id, s.id
    ),
    bought as (
      select s.*, ${orderOfTerm} as order_id, ${lineOfTerm} as ordinal from terms s where ${isFrom('order')}
      union all
      select s.*, l.order_id, l.ordinal from terms s
      join charge_attempt a on (a.publication_id, a.owner_id, a.kind) = (s.publication_id, s.owner_id, 'renewal') and a.outcome = 'paid'
        and ${isOfRenewal}
      join "order" o on o.intent_id = a.intent_id join order_line l on l.order_id = o.id
      where ${isFrom('renewal')}
    ),
    improved as materialized (
      select l.choice ->> 'gift' as token, sum(${linePaid}) as cents
      from order_line l join "order" p on p.id = l.order_id
      where l.type = 'subscription-upgrade' and l.choice ->> 'gift' is not null and p.publication_id = ${publication} and p.paid <= ${at}
        ${orders ? Prisma.sql`and l.choice ->> 'gift' in (select token from gift where order_id in (${orders}))` : Prisma.empty} group by 1
    ),
    had as materialized (
      -- What was posted of a gift before an account took it over is a term of its own.
      select ${giftOfTerm} as token, sum(n)::int as n, sum(served)::int as served, bool_and(over) as over,
        (array_agg(owner_id order by source))[1] as owner_id, (array_agg(id order by source))[1] as term_id
      from terms s where ${isFrom('gift')} or ${isFrom('posted-gift')} group by 1
    ),
    given as (
      -- The pieces of a line sum to its price. What was paid back with pieces is of those that ended, and then of those
      -- that were redeemed and stay.
      select g.token, g.order_id, g.ordinal, h.owner_id, h.term_id, h.token is null as waits, coalesce(h.served, 0) as served, ${linePaid} as line, l.quantity,
        coalesce(h.n, ${issuesOfTerm(Prisma.sql`g.term`)}, (select issues from lifetime)) as n,
        coalesce(g.revoked <= ${at}, false) or coalesce(h.over, false) as over, coalesce(i.cents, 0) as improved,
        coalesce(b.apart, 0) as apart, coalesce(b.cents - b.apart, 0) as pieces, coalesce(b.taken, 0) as taken,
        row_number() over (partition by g.order_id, g.ordinal order by g.number) as piece,
        row_number() over (partition by g.order_id, g.ordinal order by not (coalesce(g.revoked <= ${at}, false) or coalesce(h.over, false)), h.token is null, g.number) as ends
      from gift g join "order" o on o.id = g.order_id join order_line l on l.order_id = g.order_id and l.ordinal = g.ordinal
      left join back b on b.order_id = l.order_id and b.ordinal = l.ordinal left join improved i using (token) left join had h using (token)
      where g.publication_id = ${publication} and ${isPaid} and o.paid <= ${at}
        ${orders ? Prisma.sql`and g.order_id in (${orders})` : Prisma.empty}
    ),
    priced as (
      select given.*, ${shareOf('line', 'piece', 'quantity')} + improved as sold,
        ${shareOf('apart', 'piece', 'quantity')} + case when ends <= taken then ${shareOf('pieces', 'ends', 'taken')} else 0 end as back
      from given
    ),
    changed as (
      select c.order_id, l.ordinal, s.over or coalesce(b.taken > 0, false) as over, case when s.term = 'lifetime' then (select issues from lifetime) else count(t.ordinal)::int end as n,
        count(t.ordinal) filter (where t.delivered <= ${at})::int as served, s.owner_id, s.id
      from subscription_change c join terms s on (s.publication_id, s.owner_id, s.id) = (c.publication_id, c.owner_id, c.subscription_id)
      join order_line l on l.order_id = c.order_id and l.choice ->> 'subscription' = c.subscription_id::text
      left join back b on b.order_id = l.order_id and b.ordinal = l.ordinal
      left join issue_token t on ${isTokenOf()} and ${isOwedAt(Prisma.sql`c.created`)}
      where c.publication_id = ${publication} and c.paid and c.created <= ${at} group by c.order_id, l.ordinal, s.owner_id, s.id, s.term, s.over, b.taken
    ),
    lines as (
      select x.term as kind, x.order_id, x.ordinal, x.n, x.served, x.over, x.owner_id, x.id as term_id from bought x
      union all select 'upgrades', x.order_id, x.ordinal, x.n, x.served, x.over, x.owner_id, x.id from changed x
    )
    select x.kind, x.order_id || ':' || x.ordinal as key, x.n, x.served, x.over,
      greatest(0, ${linePaid})::bigint as sold, greatest(0, ${linePaid} - coalesce(b.cents, 0))::bigint as value, x.owner_id, x.term_id
    from lines x join order_line l on (l.order_id, l.ordinal) = (x.order_id, x.ordinal) left join back b on (b.order_id, b.ordinal) = (x.order_id, x.ordinal)
    union all
    select case when waits then 'gifts-to-redeem' else 'gifts' end, 'gift:' || token, n, served, over, sold::bigint, greatest(0, sold - back)::bigint, owner_id, term_id
    from priced
    union all
    select 'taken-over', 'import:' || v.source || ':' || v.legacy_id, s.n, s.served, s.over, v.value::bigint, v.value::bigint, s.owner_id, s.id
    from terms s join legacy_term v on (v.publication_id, v.owner_id, v.subscription_id) = (s.publication_id, s.owner_id, s.id)`;

/** SQL: the terms that orders paid for, or changed: each by its owner and id. */
const termsOf = (publication: string, orders: Prisma.Sql): Prisma.Sql => Prisma.sql`
          select s.owner_id, s.id from order_line l join subscription s on s.publication_id = ${publication} and ${isOfLine} where l.order_id in (${orders})
          union all
          select s.owner_id, s.id from "order" o join charge_attempt a on a.intent_id = o.intent_id and a.kind = 'renewal'
          join subscription s on s.publication_id = ${publication} and ${isOfRenewal} where o.id in (${orders})
          union all select s.owner_id, s.id from gift g join subscription s on s.publication_id = ${publication} and ${isOfGift} where g.order_id in (${orders})
          union all select c.owner_id, c.subscription_id from subscription_change c where c.publication_id = ${publication} and c.order_id in (${orders})`;

/** SQL: the orders of which something went back, each with when. What a bank took is of when that was decided. */
export const wentBack = (publication: string): Prisma.Sql => Prisma.sql`
    select order_id, created as at from refund where publication_id = ${publication}
    union all
    select m.order_id, a.at from staff_action a join money_back m on m.id = a."to" ->> 'back'
    where a.publication_id = ${publication} and a.verb = 'decideMoneyBack'`;

/**
 * SQL: what of each line went back that no refund says: a bank took it, and keeps it as far as is known. It counts
 * since somebody decided what became of what it had paid for, as they decided last, who took the pieces away with a
 * refund of no money.
 */
const takenByBanks = (publication: string, at: Date | Prisma.Sql): Prisma.Sql => Prisma.sql`
        select m.order_id, line.ordinal, line.pays, line.takes, 0 from money_back m join "order" o on o.id = m.order_id
        cross join lateral (
          select a."to" from staff_action a
          where a.publication_id = o.publication_id and a.subject = o.number and a.verb = 'decideMoneyBack' and a."to" ->> 'back' = m.id and a.at <= ${at}
          order by a.at desc limit 1
        ) last
        cross join lateral jsonb_to_recordset(last."to" -> 'lines') as line (ordinal int, takes int, pays int)
        where o.publication_id = ${publication} and m.refund_id is null and m.decided is not null and ${isGone}`;

/** SQL: what the k-th of so many pieces is of a sum, so that all of them are the sum. */
function shareOf(sum: string, k: string, of: string): Prisma.Sql {
  return Prisma.raw(`(${sum}::bigint * ${k} / ${of} - ${sum}::bigint * (${k} - 1) / ${of})`);
}

/** SQL: what of a value is owed still: the very sum that a refund of it would pay (`unservedValue`). */
export const unserved = (value: Prisma.Sql, n: Prisma.Sql, served: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${value} - case when ${n} = 0 then ${value} else ${value} * least(${served}, ${n}) / ${n} end)`;
