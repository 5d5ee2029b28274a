import { ISSUES_PER_YEAR } from '@newsstand/contracts/term';
import { SPOILED } from '@newsstand/contracts/desk-issues';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { dueForIssue } from '../../ledger/releases/run-release.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Names } from '../../publication/names-of.ts';
import { owedParts } from './owed-parts.ts';
import { readRows, type Rows, type Span } from './report-rows.ts';
import { isFrom, kindOfSource } from '../../ledger/terms/source-parts.ts';
import type { SourceKind } from '../../rules/subscriptions/term-source.ts';
import { dayIn, isOutBy } from '../../publication/publication-day.ts';
import { owedAt } from '../../ledger/terms/owes.ts';

const [words, number] = [v.string(), v.number()];

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
      where s.publication_id = ${publication} and ${owedAt(Prisma.sql`${until}`)} order by s.owner_id, s.term = 'lifetime', s.cycle
    )
    select ${gets(names)} as gets, case level when 'low' then ${names.levels.low} else ${names.levels.high} end as level, case when ${isFrom('comp', 'r')} then 'Free' else 'Paid' end as how, count(*)::int as readers, sum(copies)::int as copies
    from running r group by active_deliverable, r.level, how order by active_deliverable, r.level, how desc`,
  );
}

/**
 * What the terms that run at the end of the span are worth in a year, by what they give; lifetimes and what was given
 * free are in none.
 */
export function readAnnualValue(db: Sql, { publication, until, names }: Span): Promise<Rows> {
  return readRows(
    db,
    v.tuple([words, words, number, number]),
    Prisma.sql`
    with parts as materialized (${owedParts(publication, until)}),
    running as (
      select distinct on (s.owner_id) s.* from subscription s
      where s.publication_id = ${publication} and ${owedAt(Prisma.sql`${until}`)} order by s.owner_id, s.term = 'lifetime', s.cycle
    ),
    worth as (
      select r.active_deliverable, r.level, r.owner_id, sum(p.value * ${ISSUES_PER_YEAR}::int / p.n)::float8 as cents
      from running r join parts p on (p.owner_id, p.term_id) = (r.owner_id, r.id)
      where r.term <> 'lifetime' and not ${isFrom('comp', 'r')} and p.n > 0 and not p.over group by 1, 2, 3
    )
    select ${gets(names)} as gets, case level when 'low' then ${names.levels.low} else ${names.levels.high} end as level, count(*)::int as readers, sum(cents) as cents
    from worth group by active_deliverable, worth.level order by active_deliverable, worth.level`,
  );
}

/** What ended, by how it came. */
const ENDED: Record<SourceKind, string> = {
  order: 'A subscription',
  renewal: 'A renewal',
  gift: 'A gift',
  'posted-gift': 'A gift',
  comp: 'Given free',
  import: 'Taken over',
  left: 'A subscription',
};

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
      select r.*, s.owner_id, coalesce(${JSON.stringify(ENDED)}::jsonb ->> ${kindOfSource}, ${ENDED.order}) as how
      from r join issue_token t on t.publication_id = ${publication} and t.issue = r.issue
      join subscription s on (s.publication_id, s.owner_id, s.id) = (t.publication_id, t.owner_id, t.subscription_id)
      where r.released >= ${from} and r.released < ${until} and s.term <> 'lifetime' and not ${isFrom('left')} and not exists (
        select from subscription o where o.publication_id = ${publication} and o.owner_id = t.owner_id and ${owedAt(Prisma.sql`r.released`, 'o')}
      )
    ),
    after as (
      select ended.*, (
        select min(n.created) from subscription n where n.publication_id = ${publication} and n.owner_id = ended.owner_id
          and not ${isFrom('comp', 'n')} and n.created > ended.released and n.created < ${until}
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

/** Who would be given the next issue if it came out now: what the release of it will count, too. */
export function readPrintRun(db: Sql, { publication, now, zone, names }: Span): Promise<Rows> {
  return readNextIssue(db, { publication, at: now, zone }).then((issue) =>
    readRows(
      db,
      v.tuple([words, number, number, number, number, v.nullable(number)]),
      Prisma.sql`
      with ${dueForIssue({ publication, issue, at: now })}
      select ${gets(names)} as gets, count(*)::int as readers, sum(d.copies)::int as copies, coalesce(sum(d.copies) filter (where ${isFrom('comp', 'd')}), 0)::int as free,
        count(*) filter (where d.active_deliverable <> 'digital' and a.owner_id is null)::int as without_address,
        case when d.active_deliverable <> 'digital' then ceil(sum(d.copies) * (100 + ${SPOILED}::int) / 100.0)::int end as to_print
      from due d left join owner_address a on a.publication_id = ${publication} and a.owner_id = d.owner_id and 'print-' || a.shipcode = d.active_deliverable
      group by d.active_deliverable order by d.active_deliverable`,
    ),
  );
}

/** The number behind the newest issue that was out at a moment. */
export async function readNextIssue(db: Sql, { publication, at, zone }: { publication: string; at: Date; zone: string }): Promise<number> {
  const [row] = await db.$queryRaw<{ next: number }[]>`
    select 1 + greatest((select max(issue) from release where publication_id = ${publication} and released <= ${at}),
      (select max(number) from issue i where publication_id = ${publication} and ${isOutBy(dayIn(zone, at))}), 0) as next`;
  return row?.next ?? 1;
}
