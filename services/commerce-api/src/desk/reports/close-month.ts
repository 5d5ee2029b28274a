import {
  CLOSED_REPORTS,
  MonthClosed,
  placeOf,
  type CloseMonth,
  type DeskClosing,
  type DeskClosings,
  type DeskReport,
} from '@newsstand/contracts/desk-reports';
import { displayDate } from '@newsstand/contracts/display-date';
import * as v from 'valibot';
import { isPaid } from '../../ledger/orders/order-states.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { readFigures } from './read-report.ts';
import { dayIn, timeZoneOf } from '../../publication/publication-day.ts';

type ClosingDeps = Pick<Deps, 'clock' | 'config' | 'publication'> & { db: Sql };

const Rows = v.array(v.array(v.nullable(v.union([v.string(), v.number()]))));
/** The rows that a closing keeps of a report, by its name. */
const Kept = v.record(v.string(), Rows);

const Row = v.object({ month: v.string(), figures: v.nullable(Kept), at: v.nullable(v.date()), by: v.nullable(v.string()) });
type Row = v.InferOutput<typeof Row>;

/** Months that are over, the newest first, from the first sale on. */
export async function readClosings(deps: ClosingDeps): Promise<DeskClosings> {
  const months = await readMonths(deps, null);
  return { months: months.map(({ month, ...row }) => ({ month, closed: closedOf(row) })) };
}

/**
 * A month's numbers as they are now, beside those that it was closed with. Refuses (404) one that is not over, or
 * before the first sale.
 */
export async function readClosing(deps: ClosingDeps, month: string): Promise<DeskClosing> {
  const [row] = await readMonths(deps, month);
  if (!row) throw new Refusal(404, deskText('month_not_over', { month: displayDate(month) }));
  const days = { from: `${month}-01`, until: lastDayOf(month) };
  const reports: DeskReport[] = [];
  for (const name of CLOSED_REPORTS) reports.push(await readFigures(deps, { name, ...days }));
  return {
    month,
    closed: closedOf(row),
    time_zone: timeZoneOf(deps.publication.cached()),
    version: hashOf(JSON.stringify(reports.map(({ rows }) => rows))),
    reports: reports.map((report) => ({ report, kept: row.figures?.[report.name] ?? null })),
  };
}

/**
 * Keeps a month's numbers as they are now, for good: what is changed later is shown as a difference. Refuses (404) a
 * month that is not over, and (409) one that was closed, or whose numbers are not as they were shown.
 */
export async function closeMonth(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'publication'>,
  person: Person,
  { month, action, version, network, dry }: CloseMonth & { month: string; network: string; dry: boolean },
): Promise<MonthClosed> {
  const told = { id: action, verb: 'closeMonth', subject: month, network, dry };
  return act(deps, { person: person.id }, told, MonthClosed, async (tx) => {
    const { publicationId } = deps.config;
    await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${`closing:${publicationId}:${month}`}, 0))) locked`;
    const now = await readClosing({ ...deps, db: tx }, month);
    if (now.closed !== null) throw new Refusal(409, deskText('month_closed', { month: displayDate(month), who: now.closed.by }));
    if (now.version !== version) throw new Refusal(409, deskText('numbers_changed'));
    const figures = Object.fromEntries(now.reports.map(({ report: { name, rows } }) => [name, rows]));
    await tx.closing.create({ data: { publicationId, month, figures, action, closed: deps.clock() } });
    const sumOf = (name: string, place: number) => (figures[name] ?? []).reduce((sum, row) => sum + Number(row[place] ?? 0), 0);
    const [cameIn, atLast] = [placeOf('revenue', 'came_in'), placeOf('roll-forward', 'at_last')];
    const result = { month, came_in: sumOf('revenue', cameIn), unserved: sumOf('roll-forward', atLast) };
    return { to: result, result };
  });
}

/** One month, or all, as far as they are over by the publication's days. */
async function readMonths({ db, config, clock, publication }: ClosingDeps, month: string | null): Promise<Row[]> {
  const zone = timeZoneOf(publication.cached());
  const today = dayIn(zone, clock());
  return v.parse(
    v.array(Row),
    await db.$queryRaw`
    with sold as (
      select date_trunc('month', min(at) at time zone ${zone}) as first from (
        select min(paid) as at from "order" o where publication_id = ${config.publicationId} and ${isPaid}
        union all select min(applied) from legacy_term where publication_id = ${config.publicationId}
      ) began
    ),
    months as (
      select to_char(m, 'YYYY-MM') as month from sold, generate_series(first, date_trunc('month', ${today}::timestamp) - interval '1 month', interval '1 month') m
    )
    select m.month, c.figures, c.closed as at, s.name as by from months m
    left join closing c on c.publication_id = ${config.publicationId} and c.month = m.month
    left join staff_action a on a.id = c.action left join staff s on s.id = a.staff_id
    where ${month}::text is null or m.month = ${month}::text order by m.month desc`,
  );
}

const closedOf = ({ at, by }: Pick<Row, 'at' | 'by'>): DeskClosing['closed'] => at && { at: at.toISOString(), by: by ?? '' };

/** The day before the next month's first. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
