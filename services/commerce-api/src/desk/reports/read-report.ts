import { DESK_REPORTS, totalOf, type DeskReport, type DeskReportName } from '@newsstand/contracts/desk-reports';
import { mayDo } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import type { Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { namesOf } from '../../publication/names-of.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import type { Person } from '../staff/staff-session.ts';
import { readCirculation } from './circulation-report.ts';
import { readCoupons, readDonors, readGifts, readRevenue } from './money-reports.ts';
import { readRollForward, readUnserved, readUnservedByIssue } from './owed-reports.ts';
import { readAnnualValue, readPrintRun, readRenewals, readSubscribers } from './reader-reports.ts';
import type { Rows, Span } from './report-rows.ts';
import { beginOf, dayIn, timeZoneOf } from '../../publication/publication-day.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

const REPORTS: Record<DeskReportName, (db: Sql, span: Span) => Promise<Rows>> = {
  revenue: readRevenue,
  subscribers: readSubscribers,
  renewals: readRenewals,
  unserved: readUnserved,
  'unserved-by-issue': readUnservedByIssue,
  'annual-value': readAnnualValue,
  'roll-forward': readRollForward,
  'print-run': readPrintRun,
  circulation: readCirculation,
  gifts: readGifts,
  coupons: readCoupons,
  donors: readDonors,
};

type ReportDeps = Pick<Deps, 'clock' | 'config' | 'publication'> & { db: Sql };
type Asked = { name: DeskReportName; from?: string | undefined; until?: string | undefined };

/** One report, read now. Refuses (403) one of other roles, and (422) days that end before they begin. */
export async function readReport(deps: ReportDeps, { roles }: Person, asked: Asked): Promise<DeskReport> {
  if (!mayDo(roles, DESK_REPORTS[asked.name].verb)) {
    throw new Refusal(403, deskText('report_not_your_role'));
  }
  return readFigures(deps, asked);
}

/** The same for whoever may close a month. */
export async function readFigures({ db, clock, config, publication }: ReportDeps, { name, ...asked }: Asked): Promise<DeskReport> {
  const report = DESK_REPORTS[name];
  const now = clock();
  const published = publication.cached();
  const zone = timeZoneOf(published);
  const today = dayIn(zone, now);
  const until = asked.until ?? today;
  const from = asked.from ?? `${until.slice(0, 4)}-01-01`;
  if (from > until) throw new Refusal(422, { until: deskText('until_before_from') });
  const span = await momentsOf(db, { from, until, zone });
  const rows = await REPORTS[name](db, { ...span, publication: config.publicationId, now, names: namesOf(published) });
  const shown = report.about === 'next' ? today : until;
  const about = { from: report.about === 'days' ? from : null, until: shown, time_zone: zone, as_of: now.toISOString() };
  return { name, ...about, rows, total: totalOf(name, rows) };
}

/** The moments that it is somewhere, as a spreadsheet reads them: `2026-11-23 18:04:09`. */
export function momentsIn(zone: string): (at: Date) => string {
  // Sweden's way of writing them.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}

const Moments = v.tuple([v.object({ from: v.date(), until: v.date() })]);

/** When the first day begins and the last one is over: the database knows when clocks were changed. */
async function momentsOf(db: Sql, { from, until, zone }: { from: string; until: string; zone: string }) {
  const rows = await db.$queryRaw`
    select ${beginOf(Prisma.sql`${from}::date`, zone)} as from, ${beginOf(Prisma.sql`${until}::date + 1`, zone)} as until`;
  return { ...v.parse(Moments, rows)[0], zone };
}
