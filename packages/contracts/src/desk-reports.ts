import * as v from 'valibot';
import { CalendarDay } from './calendar-day.ts';
import { ActionId } from './desk-history.ts';
import { printRunOf } from './desk-issues.ts';
import { mayDo, type DeskRole, type DeskVerb } from './desk-roles.ts';
import { ISSUES_PER_YEAR } from './term.ts';

/**
 * What stands in a column: words, whose name or mailbox it is, a month (`2026-11`), a number, cents, or a share in
 * percent.
 */
export type ReportUnit = 'words' | 'person' | 'month' | 'count' | 'cents' | 'percent';
/** `key`: what it is, whatever its title says. `sum`: whether the sum of its cells says something. */
type Column<Key extends string = string> = { key: Key; title: string; unit: ReportUnit; sum: boolean };
type Report = {
  title: string;
  /** Whether it tells of days from one to another, of the end of one day, or of what is next. */
  about: 'days' | 'a day' | 'next';
  verb: DeskVerb;
  /** What its numbers are, for whoever has to explain them to somebody else. */
  definition: string;
  columns: readonly Column[];
  /**
   * Cells of a row behind those of its columns, which no table shows: what it is, whatever it is called. An answer of
   * before has none.
   */
  behind?: readonly string[];
};

const columnsOf =
  (unit: ReportUnit, sum = false) =>
  <const Key extends string>(key: Key, title: string): Column<Key> => ({ key, title, unit, sum });
const [words, person, month, percent] = [columnsOf('words'), columnsOf('person'), columnsOf('month'), columnsOf('percent')];
const [count, cents] = [columnsOf('count', true), columnsOf('cents', true)];
/** Numbers of which the sum is none. */
const [number, centsApart] = [columnsOf('count'), columnsOf('cents')];

/** What revenue is of. */
export const RevenueKind = v.picklist([
  'subscriptions',
  'renewals',
  'gifts',
  'upgrades',
  'single-issues',
  'goods',
  'donations',
  'monthly-donations',
  'parcels',
  'waived',
  'money-back',
]);
export type RevenueKind = v.InferOutput<typeof RevenueKind>;

/** What obliges the publisher to give issues. */
export const OwedKind = v.picklist(['1year', '2year', '3year', 'lifetime', 'gifts', 'gifts-to-redeem', 'upgrades', 'taken-over']);
export type OwedKind = v.InferOutput<typeof OwedKind>;

/** With what it is earned: an issue to come, those after the next twelve, or one that is not known. */
export const EarnedWith = v.picklist(['issue', 'later', 'gifts-to-redeem']);
export type EarnedWith = v.InferOutput<typeof EarnedWith>;

/**
 * The reports of the desk (design, section 7): what each is called, whom it is for, what its numbers are and what
 * stands in its columns.
 */
export const DESK_REPORTS = {
  revenue: {
    title: 'Revenue by month and kind',
    about: 'days',
    verb: 'seeReports',
    definition:
      'What came in, by the day it was paid, and what went back, by the day it went. Sold is price times pieces, before discounts. The last column sums to all that was charged less all that went back.',
    columns: [
      month('month', 'Month'),
      words('kind_name', 'Kind'),
      cents('sold', 'Sold'),
      cents('discounts', 'Discounts'),
      cents('postage', 'Postage'),
      cents('came_in', 'Came in'),
    ],
    behind: ['kind'],
  },
  subscribers: {
    title: 'Running subscribers',
    about: 'a day',
    verb: 'seeReports',
    definition: 'Everybody once, by the term that runs at the end of the day: not cancelled, and with an issue still to come, or for life.',
    columns: [
      words('gets', 'Gets'),
      words('level', 'Level'),
      words('paid', 'Paid or free'),
      count('readers', 'Readers'),
      count('copies', 'Copies'),
    ],
  },
  renewals: {
    title: 'Renewals by issue',
    about: 'days',
    verb: 'seeReports',
    definition:
      'Whose last issue this was, by what had brought it, and who had a new term, not a free one, before the next issue came out. Issues are those that came out within the days. Of the newest issue readers can still renew.',
    columns: [
      number('issue', 'Issue'),
      words('ended', 'Ended'),
      count('readers', 'Readers'),
      count('renewed', 'Renewed'),
      count('later', 'Came back later'),
      percent('share', 'Renewed'),
    ],
  },
  unserved: {
    title: 'Issues not served yet',
    about: 'a day',
    verb: 'seeReports',
    definition:
      'What readers have paid for and not been given at the end of the day (deferred revenue): of each term its price, postage included, less what went back of it, less the share of the issues that were served; of what another system was paid, what was left when it was taken over. A lifetime is reckoned at 60 issues, or at as many as the publication’s settings say of a lifetime. What went back elsewhere and was not decided yet is not taken off.',
    columns: [
      words('of', 'Of'),
      count('terms', 'Terms'),
      count('issues', 'Issues to come'),
      cents('sold', 'Sold'),
      cents('unserved', 'Not served'),
    ],
    behind: ['kind'],
  },
  'unserved-by-issue': {
    title: 'Not served yet, by issue to come',
    about: 'a day',
    verb: 'seeReports',
    definition:
      'The same sum by the issue with which it is earned: the first issue that a term is still owed with the next one that comes out, the second with the one behind it, and so on; what is owed after twelve issues together. Of gifts that nobody has redeemed it is not known when their issues come.',
    // A term is in the row of each issue that it is owed.
    columns: [words('with', 'With'), number('terms', 'Terms'), cents('unserved', 'Not served')],
    behind: ['kind', 'issue'],
  },
  'annual-value': {
    title: 'Annual value of subscribers',
    about: 'a day',
    verb: 'seeReports',
    definition: `What running terms are worth in a year of ${ISSUES_PER_YEAR} issues: of each its price, postage and upgrades included, less what went back, divided by its issues and times ${ISSUES_PER_YEAR}. Lifetimes and free copies are in none. It is no revenue: terms were paid before.`,
    columns: [words('gets', 'Gets'), words('level', 'Level'), count('readers', 'Readers'), cents('a_year', 'A year')],
  },
  'roll-forward': {
    title: 'How what is not served changed',
    about: 'days',
    verb: 'seeReports',
    definition:
      'From what was not served as the first day began to what is not as the last one ends: more was sold (or taken over), issues came, of what had not come money went back, and what ended without it is forfeited. Each row closes to the cent. Of what went back only what had not come yet stands here; the rest lowers what was earned.',
    columns: [
      words('of', 'Of'),
      cents('at_first', 'At first'),
      cents('sold', 'Sold'),
      cents('served', 'Served'),
      cents('paid_back', 'Paid back'),
      cents('forfeited', 'Forfeited'),
      cents('at_last', 'At last'),
    ],
    behind: ['kind'],
  },
  'print-run': {
    title: 'Print run of the next issue',
    about: 'next',
    verb: 'seeReports',
    definition:
      'Who would be given the next issue if it came out now. To print adds 3 % that is spoiled and is rounded up to ten once, below all of them; what is sold in shops or kept as samples comes on top.',
    columns: [
      words('gets', 'Gets'),
      count('readers', 'Readers'),
      count('copies', 'Copies'),
      count('free', 'Of them free'),
      count('without_address', 'Without an address'),
      count('to_print', 'To print'),
    ],
  },
  circulation: {
    title: 'Circulation, for the yearly statement',
    about: 'a day',
    verb: 'seeReports',
    definition:
      'Copies of the issues that came out in the twelve months before the day, on average, and of the newest of them: what a postal authority asks for once a year. What came back is among what was posted. How many were printed is not known here: what was not distributed is the press run less the rest.',
    columns: [words('copies', 'Copies'), number('average', 'Average of twelve months'), number('newest', 'Newest issue')],
  },
  gifts: {
    title: 'Gifts',
    about: 'days',
    verb: 'seeReports',
    definition:
      'Gifts by the month in which they were paid; posted to a name and address, or given by a link. Of those by a link: how many were redeemed since, and how many nobody can redeem any more, since they were paid back.',
    columns: [
      month('month', 'Month'),
      count('sold', 'Sold'),
      count('posted', 'Posted'),
      count('by_link', 'By a link'),
      count('redeemed', 'Redeemed'),
      count('paid_back', 'Paid back'),
      percent('share', 'Redeemed'),
    ],
  },
  coupons: {
    title: 'Coupons',
    about: 'days',
    verb: 'seeReports',
    definition:
      'What was bought with a code and paid within the days. Came in is what those lines cost after the discount, postage included.',
    columns: [
      words('code', 'Code'),
      count('orders', 'Orders'),
      count('pieces', 'Pieces'),
      cents('discount', 'Discount'),
      cents('came_in', 'Came in'),
    ],
  },
  donors: {
    title: 'Donors',
    about: 'days',
    verb: 'seeDonors',
    definition:
      'Donations by the mailbox of whoever gave them, less what went back of them. A single donation of $250.00 or more is to be acknowledged in writing.',
    columns: [
      person('donor', 'Donor'),
      person('mailbox', 'Mailbox'),
      count('donations', 'Donations'),
      cents('given', 'Given'),
      centsApart('largest', 'Largest'),
    ],
  },
} as const satisfies Record<string, Report>;
export type DeskReportName = keyof typeof DESK_REPORTS;
const names = Object.keys(DESK_REPORTS) as DeskReportName[];
export const DeskReportName = v.picklist(names);

type CellKey<Name extends DeskReportName> = Name extends DeskReportName
  ?
      | (typeof DESK_REPORTS)[Name]['columns'][number]['key']
      | ((typeof DESK_REPORTS)[Name] extends { behind: readonly (infer Key)[] } ? Key : never)
  : never;

/** Where a row of a report has this cell. */
export function placeOf<Name extends DeskReportName>(name: Name, key: CellKey<Name>): number {
  const { columns, behind = [] }: Report = DESK_REPORTS[name];
  return [...columns.map((column) => column.key), ...behind].indexOf(key);
}

/**
 * The sums of the columns in which a sum says something; null where there is nothing to sum. What is printed is rounded
 * once: the sum of the zones would be ten more for each.
 */
export function totalOf(name: DeskReportName, rows: readonly (readonly ReportCell[])[]): ReportCell[] | null {
  const { columns }: Report = DESK_REPORTS[name];
  const sumAt = (place: number, of = rows) => of.reduce((all, row) => all + Number(row[place] ?? 0), 0);
  const sums = columns.map(({ sum }, place) => (sum ? sumAt(place) : null));
  if (name !== 'print-run') return rows.length < 2 || sums.every((sum) => sum === null) ? null : sums;
  const toPrint = placeOf(name, 'to_print');
  const printed = rows.filter((row) => row[toPrint] !== null);
  return rows.length === 0 ? null : sums.with(toPrint, printRunOf(sumAt(placeOf(name, 'copies'), printed)));
}

/** Whether a report names people: as a file it is taken with a passkey, and stands in the history. */
export const isOfPeople = (name: DeskReportName): boolean => DESK_REPORTS[name].columns.some(({ unit }) => unit === 'person');

/** The reports of somebody's roles. */
export const reportsOf = (roles: readonly DeskRole[]): DeskReportName[] => names.filter((name) => mayDo(roles, DESK_REPORTS[name].verb));

/** `2026-01-01`; both days count, and are those of the publication's time zone. Without them: this year until today. */
export const ReportAsked = { from: v.optional(CalendarDay), until: v.optional(CalendarDay) };

const Cell = v.nullable(v.union([v.string(), v.number()]));
/**
 * A report: a row has a cell for each of its columns, cents where they are cents, and those that are `behind` them;
 * `total`: the sums of its columns, null where a sum says nothing, or null without any.
 * `from`: null where it is about one day. `asOf`: when it was read.
 */
export const DeskReport = v.object({
  name: DeskReportName,
  from: v.nullable(v.string()),
  until: v.string(),
  time_zone: v.string(),
  as_of: v.string(),
  rows: v.array(v.array(Cell)),
  total: v.nullable(v.array(Cell)),
});
export type DeskReport = v.InferOutput<typeof DeskReport>;
export type ReportCell = v.InferOutput<typeof Cell>;

/** `2026-11`: a month of the publication's time zone. */
export const ReportMonth = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please give a month, such as 2026-11.'));

/** The reports whose numbers are kept when a month is closed. */
export const CLOSED_REPORTS = ['revenue', 'roll-forward'] as const satisfies DeskReportName[];

/** Who closed a month, and when. */
const Closed = v.nullable(v.object({ at: v.string(), by: v.string() }));
/** Months that are over, the newest first, from the first sale on; `closed`: null for one that nobody has closed. */
export const DeskClosings = v.object({ months: v.array(v.object({ month: ReportMonth, closed: Closed })) });
export type DeskClosings = v.InferOutput<typeof DeskClosings>;

/**
 * A month as it is read now, and as it was handed to the bookkeeper: `kept` is null where it was not closed. `version`:
 * what tells these numbers from others.
 */
export const DeskClosing = v.object({
  month: ReportMonth,
  closed: Closed,
  time_zone: v.string(),
  version: v.string(),
  reports: v.array(v.object({ report: DeskReport, kept: v.nullable(v.array(v.array(Cell))) })),
});
export type DeskClosing = v.InferOutput<typeof DeskClosing>;

/** `version`: of the numbers as they were shown. */
export const CloseMonth = v.object({ action: ActionId, version: v.string() });
export type CloseMonth = v.InferOutput<typeof CloseMonth>;
/** What a month is closed with, in cents: what came in, and what is not served at its end. */
export const MonthClosed = v.object({ month: ReportMonth, came_in: v.number(), unserved: v.number() });
export type MonthClosed = v.InferOutput<typeof MonthClosed>;
