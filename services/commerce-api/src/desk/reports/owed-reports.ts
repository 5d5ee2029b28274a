import { EarnedWith, OwedKind } from '@newsstand/contracts/desk-reports';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { beginOf, dayAt } from '../../publication/publication-day.ts';
import { owedParts, unserved, wentBack } from './owed-parts.ts';
import { readNextIssue } from './reader-reports.ts';
import { readRows, type Rows, type Span } from './report-rows.ts';

const number = v.number();
const raw = Prisma.raw;

const OWED: Record<OwedKind, string> = {
  '1year': '1 year',
  '2year': '2 years',
  '3year': '3 years',
  lifetime: 'Lifetime',
  gifts: 'Gifts',
  'gifts-to-redeem': 'Gifts, to be redeemed',
  upgrades: 'Upgrades',
  'taken-over': 'Taken over',
};

/**
 * What readers have paid for and not been given at the end of the span, by the kind of term: what the books still owe.
 */
export function readUnserved(db: Sql, { publication, until }: Span): Promise<Rows> {
  return readRows(
    db,
    v.pipe(
      v.tuple([OwedKind, number, number, number, number]),
      v.transform(([kind, ...numbers]) => [OWED[kind], ...numbers, kind]),
    ),
    Prisma.sql`
    with parts as (${owedParts(publication, until)})
    select kind, count(*)::int as terms, sum(greatest(0, n - served))::int as left, sum(value)::float8 as sold,
      sum(${unserved(raw('value'), raw('n'), raw('served'))})::float8 as unserved
    from parts where not over and served < n group by kind order by kind`,
  );
}

/** What is earned with an issue is named by its number. */
const EARNED: Record<Exclude<EarnedWith, 'issue'>, string> = { later: 'Later issues', 'gifts-to-redeem': OWED['gifts-to-redeem'] };

/** Issues to come that have a row of their own. */
const ISSUES_AHEAD = 12;

/** The same sum by the issue with which each share of it is earned. */
export async function readUnservedByIssue(db: Sql, { publication, until, zone }: Span): Promise<Rows> {
  const next = await readNextIssue(db, { publication, at: until, zone });
  return readRows(
    db,
    v.pipe(
      v.tuple([EarnedWith, v.nullable(number), number, number]),
      v.transform(([kind, issue, terms, cents]) => [kind === 'issue' ? `Issue ${issue}` : EARNED[kind], terms, cents, kind, issue]),
    ),
    Prisma.sql`
    with parts as (${owedParts(publication, until)}),
    open as (
      select key, value, n, case when kind = 'gifts-to-redeem' then ${ISSUES_AHEAD + 2}::int else least(k, ${ISSUES_AHEAD + 1}::int) end as place, served + k - 1 as before, served + k as after
      from parts cross join lateral generate_series(1, n - served) k where not over and served < n
    ),
    shares as (
      select place, ${unserved(raw('value'), raw('n'), raw('before'))} - ${unserved(raw('value'), raw('n'), raw('after'))} as cents, key from open
    )
    select case place when ${ISSUES_AHEAD + 1}::int then 'later' when ${ISSUES_AHEAD + 2}::int then 'gifts-to-redeem' else 'issue' end as kind,
      case when place <= ${ISSUES_AHEAD}::int then ${next}::int + place - 1 end as issue, count(distinct key)::int as terms, sum(cents)::float8 as unserved
    from shares group by place order by place`,
  );
}

/**
 * How that sum went from one end of the span to the other. Of what ends within it, what is neither served nor paid back
 * is forfeited. Of what went back, only what was still owed counts here; the rest had been served, and lowers what was
 * earned. Which is which is as of the day on which it went back, so that spans sum to a report of all their days.
 */
export function readRollForward(db: Sql, { publication, from, until, zone }: Span): Promise<Rows> {
  const owed = (value: 'value' | 'before') => unserved(raw(value), raw('n'), raw('served'));
  return readRows(
    db,
    v.pipe(
      v.tuple([OwedKind, number, number, number, number, number, number]),
      v.transform(([kind, ...cents]) => [OWED[kind], ...cents, kind]),
    ),
    Prisma.sql`
    with days as (
      select distinct order_id, ${dayAt(Prisma.sql`(at - interval '1 microsecond')`, zone)} as day
      from (${wentBack(publication)}) back where at > ${from} and at <= ${until}
    ),
    cuts as materialized (
      -- Where a day begins or ends on which something of an order went back.
      select distinct order_id, begins as at from days cross join lateral (values (day), (day + 1)) edges (edge)
      cross join lateral (select ${beginOf(raw('edge'), zone)} as begins) moments where begins > ${from} and begins < ${until}
    ),
    parts as (
      select ${from}::timestamptz as at, at_first.* from (${owedParts(publication, from)}) at_first
      union all
      select cut.at, meanwhile.* from (select distinct at from cuts) cut
      cross join lateral (${owedParts(publication, raw('cut.at'), raw('select c.order_id from cuts c where c.at = cut.at'))}) meanwhile
      union all
      select ${until}::timestamptz, at_last.* from (${owedParts(publication, until)}) at_last
    ),
    steps as (
      -- From one of these moments to the next, a row for each part that there is at the later one.
      select *, lag(at, 1, ${from}::timestamptz) over step as since, coalesce(lag(closing) over step, 0) as opening, coalesce(lag(over) over step, false) as was_over,
        sold - coalesce(lag(sold) over step, 0) as more, sold - coalesce(lag(sold - value) over step, 0) as before
      from (select *, case when over then 0 else ${owed('value')} end as closing from parts) ends window step as (partition by key order by at)
    ),
    moved as (
      select case kind when 'gifts-to-redeem' then 'gifts' else kind end as kind, at, since, over, opening, more, closing, before - value as back, ${owed('before')} as owed
      from steps where at > ${from} and not (over and was_over)
    ),
    split as (
      select *, opening + more - owed as served, case when over then least(back, owed) else owed - closing end as paid_back from moved
    )
    select kind, coalesce(sum(opening) filter (where since = ${from}), 0)::float8 as opening, sum(more)::float8 as sold, sum(served)::float8 as served,
      sum(paid_back)::float8 as back, sum(owed - paid_back - closing)::float8 as forfeited,
      coalesce(sum(closing) filter (where at = ${until}), 0)::float8 as closing
    from split group by kind having bool_or(opening <> 0 or closing <> 0 or more <> 0 or served <> 0 or paid_back <> 0) order by kind`,
  );
}
