import { EarnedWith, OwedKind } from '@newsstand/contracts/desk-reports';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { owedParts, unserved } from './owed-parts.ts';
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
 * earned.
 */
export function readRollForward(db: Sql, { publication, from, until }: Span): Promise<Rows> {
  const owedAt = (at: 'a' | 'b') => unserved(raw(`${at}.value`), raw(`${at}.n`), raw(`${at}.served`));
  const before = Prisma.sql`(b.sold - coalesce(a.sold - a.value, 0))`;
  return readRows(
    db,
    v.pipe(
      v.tuple([OwedKind, number, number, number, number, number, number]),
      v.transform(([kind, ...cents]) => [OWED[kind], ...cents, kind]),
    ),
    Prisma.sql`
    with a as materialized (${owedParts(publication, from)}), b as materialized (${owedParts(publication, until)}),
    moved as (
      select case b.kind when 'gifts-to-redeem' then 'gifts' else b.kind end as kind, b.over,
        case when a.key is null or a.over then 0 else ${owedAt('a')} end as opening, case when b.over then 0 else ${owedAt('b')} end as closing,
        b.sold - coalesce(a.sold, 0) as sold, (b.sold - b.value) - coalesce(a.sold - a.value, 0) as back,
        ${unserved(before, raw('b.n'), raw('coalesce(a.served, 0)'))} - ${unserved(before, raw('b.n'), raw('b.served'))} as served,
        ${unserved(before, raw('b.n'), raw('b.served'))} - ${owedAt('b')} as unserved_back
      from b left join a using (key) where not (b.over and coalesce(a.over, false))
    ),
    split as (
      select kind, opening, closing, sold, over, case when over then least(back, opening + sold - served) else unserved_back end as back,
        case when over then served else opening + sold - unserved_back - closing end as served
      from moved
    )
    select kind, sum(opening)::float8 as opening, sum(sold)::float8 as sold, sum(served)::float8 as served, sum(back)::float8 as back,
      sum(opening + sold - served - back - closing)::float8 as forfeited, sum(closing)::float8 as closing
    from split group by kind having bool_or(opening <> 0 or closing <> 0 or sold <> 0 or served <> 0 or back <> 0) order by kind`,
  );
}
