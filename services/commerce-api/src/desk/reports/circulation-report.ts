import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isSentOnceMore } from '../../ledger/orders/sent-once-more.ts';
import { labelsOf } from '../../ledger/releases/post-labels.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { readRows, type Rows, type Span } from './report-rows.ts';
import { isFrom } from '../../ledger/terms/source-parts.ts';
import { isPaid } from '../../ledger/orders/order-states.ts';

/** Lines of the statement, in its order, by what the statement below calls them. */
const lines = ({ names: { zones } }: Span): [key: string, name: string][] => [
  ['paid-home', `Paid, by post: ${zones.a}`],
  ['paid-abroad', 'Paid, by post: elsewhere'],
  ['single', 'Paid, single copies'],
  ['free', 'Free, by post'],
  ['again', 'Sent again'],
  ['online-paid', 'Paid, read online'],
  ['online-free', 'Free, read online'],
  ['back', 'Came back'],
];

/**
 * Copies of the issues of the twelve months before the end of the span, on average, and of the one nearest to it: the
 * figures of the yearly statement that a postal authority asks for. Copies that came back, all of a label, are among
 * those that were posted.
 */
export function readCirculation(db: Sql, span: Span): Promise<Rows> {
  const { publication, until } = span;
  const named = lines(span);
  return readRows(
    db,
    v.tuple([v.string(), v.number(), v.number()]),
    Prisma.sql`
    with issues as materialized (
      select r.issue, r.issue = max(r.issue) over () as nearest from release r
      where r.publication_id = ${publication} and r.completed is not null and r.released < ${until} and r.released >= ${until}::timestamptz - interval '1 year'
    ),
    copies as (
      select i.issue, i.nearest, case when ${isFrom('comp')} then 'free' when l.shipcode = 'a' then 'paid-home' else 'paid-abroad' end as key, l.copies
      from issues i join post_line l on l.publication_id = ${publication} and l.issue = i.issue
      left join subscription s on (s.publication_id, s.owner_id, s.id) = (l.publication_id, l.owner_id, l.subscription_id)
      union all
      select i.issue, i.nearest, 'again', c.copies from issues i join post_copy c on c.publication_id = ${publication} and c.issue = i.issue and c.part is not null
      union all
      select i.issue, i.nearest, case when ${isSentOnceMore} then 'again' else 'single' end, x.quantity - x.dropped from issues i join issue n on n.publication_id = ${publication} and n.number = i.issue
      join order_line x on x.type = 'print-issue' and x.ref = n.ref join "order" o on o.id = x.order_id
      where o.publication_id = ${publication} and ${isPaid} and o.paid < ${until}
      union all
      select i.issue, i.nearest, case when ${isFrom('comp')} then 'online-free' else 'online-paid' end, s.copies
      from issues i join issue_token t on t.publication_id = ${publication} and t.issue = i.issue and t.deliverable = 'digital'
      join subscription s on (s.publication_id, s.owner_id, s.id) = (t.publication_id, t.owner_id, t.subscription_id)
      union all
      select i.issue, i.nearest, 'back', l.copies from issues i join post_return b on b.publication_id = ${publication} and b.issue = i.issue and b.returned < ${until}
      join ${labelsOf(publication)} l on (l.issue, l.shipcode, l.part, l.number) = (b.issue, b.shipcode, b.part, b.number)
    ),
    named (place, key, name) as (select * from unnest(${named.map((_, at) => at)}::int[], ${named.map(([key]) => key)}::text[], ${named.map(([, name]) => name)}::text[]))
    select n.name, round(coalesce(sum(c.copies), 0)::numeric / (select count(*) from issues))::int as average,
      coalesce(sum(c.copies) filter (where c.nearest), 0)::int as nearest
    from named n left join copies c using (key) where exists (select from issues) group by n.place, n.name order by n.place`,
  );
}
