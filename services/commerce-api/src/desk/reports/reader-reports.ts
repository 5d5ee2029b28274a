import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { dueForIssue } from '../../ledger/releases/run-release.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Names } from '../../publication/names-of.ts';
import { LIFETIME_ISSUES } from '../../rules/pricing/refund-rules.ts';
import { isGoing, paidFor, readRows, type Rows, type Span } from './report-rows.ts';

const [words, number] = [v.string(), v.number()];

/** SQL: the tokens `t` of a term. */
const of = (term: 's' | 'o'): Prisma.Sql =>
  Prisma.sql`(t.publication_id, t.owner_id, t.subscription_id) = (${Prisma.raw(term)}.publication_id, ${Prisma.raw(term)}.owner_id, ${Prisma.raw(term)}.id)`;

/** SQL: whether a term `s` ran at a moment: it was there, was not cancelled, and owed an issue or is for life. */
const runsAt = (term: 's' | 'o', at: Prisma.Sql): Prisma.Sql => {
  const it = Prisma.raw(term);
  return Prisma.sql`${it}.created <= ${at} and (${it}.cancelled is null or ${it}.cancelled > ${at}) and (${it}.term = 'lifetime' or exists (
    select from issue_token t where ${of(term)} and (t.delivered is null or t.delivered > ${at})))`;
};

/** SQL: what a term gives, as readers and staff call it; print stands in the order of the zones. */
const gets = ({ zones: { a, b, c } }: Names): Prisma.Sql => Prisma.sql`case active_deliverable
  when 'digital' then 'Digital' when 'print-a' then ${`Print, ${a}`} when 'print-b' then ${`Print, ${b}`} else ${`Print, ${c}`} end`;

/** Everybody who is a subscriber at the end of the span, by what the term that runs gives them. */
export function readSubscribers(db: Sql, { publication, until, names }: Span): Promise<Rows> {
  return readRows(
    db,
    v.tuple([words, words, words, number, number]),
    Prisma.sql`
    with running as (
      select distinct on (s.owner_id) s.* from subscription s
      where s.publication_id = ${publication} and ${runsAt('s', Prisma.sql`${until}`)} order by s.owner_id, s.term = 'lifetime', s.cycle
    )
    select ${gets(names)} as gets, case level when 'low' then ${names.levels.low} else ${names.levels.high} end as level, case when source like 'comp:%' then 'Free' else 'Paid' end as how, count(*)::int as readers, sum(copies)::int as copies
    from running group by active_deliverable, running.level, how order by active_deliverable, running.level, how desc`,
  );
}

/** Of issues that came out within the days: whose last one it was, and who went on before the next one came. */
export function readRenewals(db: Sql, { publication, from, until }: Span): Promise<Rows> {
  return readRows(
    db,
    v.tuple([number, words, number, number, number, v.nullable(number)]),
    Prisma.sql`
    with r as (
      select issue, released, lead(released) over (order by released, issue) as next from release where publication_id = ${publication} and completed is not null
    ),
    ended as (
      select r.*, s.owner_id, case split_part(s.source, ':', 1)
          when 'renewal' then 'A renewal' when 'gift' then 'A gift' when 'posted-gift' then 'A gift' when 'comp' then 'Given free' else 'A subscription' end as how
      from r join issue_token t on t.publication_id = ${publication} and t.issue = r.issue
      join subscription s on (s.publication_id, s.owner_id, s.id) = (t.publication_id, t.owner_id, t.subscription_id)
      where r.released >= ${from} and r.released < ${until} and s.term <> 'lifetime' and not exists (
        select from subscription o where o.publication_id = ${publication} and o.owner_id = t.owner_id and ${runsAt('o', Prisma.sql`r.released`)}
      )
    ),
    after as (
      select ended.*, (
        select min(n.created) from subscription n where n.publication_id = ${publication} and n.owner_id = ended.owner_id
          and n.source not like 'comp:%' and n.created > ended.released and n.created < ${until}
      ) as again from ended
    ),
    counted as (
      select issue, how, count(*)::int as ended, count(*) filter (where again <= coalesce(next, ${until}))::int as renewed,
        count(*) filter (where again > coalesce(next, ${until}))::int as later
      from after group by issue, how
    )
    select issue, how, ended, renewed, later, round(100.0 * renewed / ended)::int as share from counted order by issue desc, how`,
  );
}

/** SQL: what of a value was not served: the very sum that a refund of it would pay (`unservedValue`). */
const unserved = Prisma.sql`(value - case when n = 0 then value else value * least(served, n) / n end)`;

/** What readers have paid for and not been given at the end of the span, by the kind of term: what the books still owe. */
export function readUnserved(db: Sql, { publication, until }: Span): Promise<Rows> {
  const line = Prisma.sql`greatest(0, ${paidFor} - coalesce(b.cents, 0))::bigint`;
  const going = Prisma.sql`
    select r.order_id, l.ordinal, sum(l.amount) as cents, coalesce(sum(l.amount) filter (where l.quantity = 0), 0) as apart
    from refund r join refund_line l on l.refund_id = r.id
    where r.publication_id = ${publication} and ${isGoing} and r.created <= ${until} group by r.order_id, l.ordinal`;
  return readRows(
    db,
    v.tuple([words, number, number, number, number]),
    Prisma.sql`
    with back as materialized (${going}),
    terms as materialized (
      select s.publication_id, s.owner_id, s.id, s.source, s.term, (s.cancelled is not null and s.cancelled <= ${until}) as over,
        case when s.term = 'lifetime' then ${LIFETIME_ISSUES}::int else count(t.ordinal)::int end as n, count(t.ordinal) filter (where t.delivered <= ${until})::int as served
      from subscription s left join issue_token t on ${of('s')}
      where s.publication_id = ${publication} and s.created <= ${until} and s.source not like 'comp:%'
      group by s.publication_id, s.owner_id, s.id
    ),
    bought as (
      select s.*, l.order_id, l.ordinal from terms s join order_line l on l.order_id = case when s.source like 'order:%' then split_part(s.source, ':', 2)::uuid end
        and l.ordinal = case when s.source like 'order:%' then split_part(s.source, ':', 3)::int end
      where not s.over and s.source like 'order:%'
      union all
      select s.*, l.order_id, l.ordinal from terms s
      join charge_attempt a on (a.publication_id, a.owner_id, a.kind) = (s.publication_id, s.owner_id, 'renewal') and a.outcome = 'paid'
        and s.source = 'renewal:' || a.subject || ':' || a.cycle
      join "order" o on o.intent_id = a.intent_id join order_line l on l.order_id = o.id
      where not s.over and s.source like 'renewal:%'
    ),
    given as (
      select g.token, o.paid, (l.price * l.quantity - l.discount + l.shipping - coalesce(b.apart, 0)) / l.quantity + coalesce((
          select sum(x.price * x.quantity - x.discount + x.shipping) from order_line x join "order" p on p.id = x.order_id
          where x.type = 'subscription-upgrade' and x.choice ->> 'gift' = g.token and p.publication_id = g.publication_id and p.paid <= ${until}
        ), 0) as value,
        case g.term when 'lifetime' then ${LIFETIME_ISSUES}::int else 4 * left(g.term, 1)::int end as issues, g.revoked <= ${until} as revoked
      from gift g join "order" o on o.id = g.order_id join order_line l on l.order_id = g.order_id and l.ordinal = g.ordinal
      left join back b on b.order_id = l.order_id and b.ordinal = l.ordinal
      where g.publication_id = ${publication} and o.state in ('paid', 'fulfilled') and o.paid <= ${until}
    ),
    had as materialized (
      -- What was posted of a gift before an account took it over is a term of its own.
      select split_part(source, ':', 2) as token, sum(n)::int as n, sum(served)::int as served, bool_and(over) as over
      from terms where source like 'gift:%' or source like 'posted-gift:%' group by 1
    ),
    changed as (
      select c.order_id, l.ordinal, case when s.term = 'lifetime' then ${LIFETIME_ISSUES}::int else count(t.ordinal)::int end as n,
        count(t.ordinal) filter (where t.delivered <= ${until})::int as served
      from subscription_change c join terms s on (s.publication_id, s.owner_id, s.id) = (c.publication_id, c.owner_id, c.subscription_id) and not s.over
      join order_line l on l.order_id = c.order_id and l.choice ->> 'subscription' = c.subscription_id::text
      left join issue_token t on ${of('s')} and (t.delivered is null or t.delivered > c.created)
      where c.publication_id = ${publication} and c.paid and c.created <= ${until} group by c.order_id, l.ordinal, s.owner_id, s.id, s.term
    ),
    parts as (
      select case x.term when 'lifetime' then 'Lifetime' when '1year' then '1 year' else left(x.term, 1) || ' years' end as what, x.n, x.served, ${line} as value
      from bought x join order_line l on (l.order_id, l.ordinal) = (x.order_id, x.ordinal) left join back b on (b.order_id, b.ordinal) = (x.order_id, x.ordinal)
      union all
      select 'Upgrades', x.n, x.served, ${line}
      from changed x join order_line l on (l.order_id, l.ordinal) = (x.order_id, x.ordinal) left join back b on (b.order_id, b.ordinal) = (x.order_id, x.ordinal)
      union all
      select case when h.token is null then 'Gifts, to be redeemed' else 'Gifts' end, coalesce(h.n, g.issues), coalesce(h.served, 0), g.value::bigint
      from given g left join had h using (token) where g.revoked is not true and h.over is not true
    )
    select what, count(*)::int as terms, sum(greatest(0, n - served))::int as left, sum(value)::float8 as sold, sum(${unserved})::float8 as unserved from parts group by what order by what`,
  );
}

/** Of copies so many are spoiled on the press. */
const SPOILED = 0.03;

/** Who would be given the next issue if it came out now: what the release of it will count, too. */
export function readPrintRun(db: Sql, { publication, now, names }: Span): Promise<Rows> {
  return readNextIssue(db, publication, now).then((issue) =>
    readRows(
      db,
      v.tuple([words, number, number, number, number, v.nullable(number)]),
      Prisma.sql`
      with ${dueForIssue({ publication, issue, at: now })}
      select ${gets(names)} as gets, count(*)::int as readers, sum(d.copies)::int as copies, coalesce(sum(d.copies) filter (where d.source like 'comp:%'), 0)::int as free,
        count(*) filter (where d.active_deliverable <> 'digital' and a.owner_id is null)::int as without_address,
        case when d.active_deliverable <> 'digital' then (ceil(sum(d.copies) * (1 + ${SPOILED}::numeric) / 10) * 10)::int end as to_print
      from due d left join owner_address a on a.publication_id = ${publication} and a.owner_id = d.owner_id and 'print-' || a.shipcode = d.active_deliverable
      group by d.active_deliverable order by d.active_deliverable`,
    ),
  );
}

/** The number behind the newest issue that is out. */
async function readNextIssue(db: Sql, publication: string, now: Date): Promise<number> {
  const [row] = await db.$queryRaw<{ next: number }[]>`
    select 1 + greatest((select max(issue) from release where publication_id = ${publication}),
      (select max(number) from issue where publication_id = ${publication} and released <= ${now}::date), 0) as next`;
  return row?.next ?? 1;
}
