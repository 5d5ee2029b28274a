import type { ExportedRecords, PeopleExported } from '@newsstand/contracts/desk-export';
import type { HistoryFilter } from '@newsstand/contracts/desk-history';
import { mayDo } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isGone } from '../../ledger/orders/money-gone.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Pace } from '../../platform/pace.ts';
import { MINUTE } from '../../platform/duration.ts';
import type { Deps } from '../../publication/deps.ts';
import { namesOf } from '../../publication/names-of.ts';
import { fetchInSlices, type Slices } from './in-slices.ts';
import { ordersWhere } from '../orders/read-orders.ts';
import { narrowedTo } from '../read-history.ts';
import { readDonors } from '../reports/money-reports.ts';
import { momentsIn } from '../reports/read-report.ts';
import { beginOf, timeZoneOf } from '../../publication/publication-day.ts';
import type { Person } from '../staff/staff-session.ts';
import { markedCsv, MOST_ROWS, takeFile } from './take-file.ts';

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'publication' | 'served'>;
type Asked = { action: string; records: ExportedRecords; network: string };
type Rows = (readonly string[])[];

const SUBJECTS = { orders: 'orders', donors: 'donors', history: 'the history' } as const;

/**
 * Orders by what a list of them is narrowed to, who gave in some days and how much, or what was done at the desk: as a
 * file, as `takeFile` takes it.
 */
export async function exportRecords(deps: ExportDeps, person: Person, { action, records, network }: Asked): Promise<PeopleExported> {
  let day = '';
  const asked = { action, network, verb: 'exportRecords', subject: SUBJECTS[records.of] } as const;
  const { csv, rows } = await takeFile(deps, person, asked, async (pace) => {
    // All at once, in more than the seconds that a page may take.
    const found = await deps.db.$transaction(
      async (tx) => {
        await tx.$queryRaw`select set_config('statement_timeout', '60000', true)`;
        return read({ tx, pace }, deps, person, { action, records });
      },
      { timeout: MINUTE, isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted },
    );
    const marked = await markedCsv(person, { now: deps.clock(), zone: timeZoneOf(deps.publication.cached()), pace }, found);
    ({ day } = marked);
    return marked;
  });
  return { name: `${records.of}-${day}.csv`, rows, csv };
}

function read(
  { tx, pace }: { tx: Prisma.TransactionClient; pace: Pace },
  deps: ExportDeps,
  person: Person,
  { action, records }: Pick<Asked, 'action' | 'records'>,
): Promise<Rows> {
  switch (records.of) {
    case 'orders':
      return readOrders({ tx, pace }, deps, person, records.filter);
    case 'donors':
      return readGivers(tx, deps, records);
    case 'history':
      return readActions(tx, deps, action, records.filter ?? {});
  }
}

const dollars = (cents: number): string => (cents / 100).toFixed(2);

const Order = v.object({
  number: v.string(),
  placed: v.date(),
  paid: v.nullable(v.date()),
  state: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  what: v.array(v.string()),
  shipping: v.number(),
  discount: v.number(),
  total: v.number(),
  back: v.number(),
});

async function readOrders(
  slices: Slices,
  { config, publication }: ExportDeps,
  person: Person,
  filter: Extract<ExportedRecords, { of: 'orders' }>['filter'],
): Promise<Rows> {
  const zone = timeZoneOf(publication.cached());
  const momentOf = momentsIn(zone);
  const seesNames = mayDo(person.roles, 'seeNames');
  const rows = Prisma.sql`
    select o.number, o.created as placed, o.paid, o.state::text, o.name, o.email, o.shipping, o.total,
      (select coalesce(sum(l.discount), 0)::int from order_line l where l.order_id = o.id) as discount,
      coalesce((select sum(m.amount)::int from money_back m where m.order_id = o.id and ${isGone}), 0) as back,
      (select coalesce(json_agg(concat_ws(', ', l.name, l.detail, case when l.quantity > 1 then l.quantity || ' pieces' end) order by l.ordinal), '[]')
        from order_line l where l.order_id = o.id) as what
    from "order" o where ${ordersWhere(config.publicationId, filter)} order by o.created desc, o.id desc limit ${MOST_ROWS + 1}::int`;
  const found = await fetchInSlices(slices, 'orders of a file', rows, (slice) =>
    v
      .parse(v.array(Order), slice)
      .map(({ number, placed, paid, state, name, email, what, shipping, discount, total, back }) => [
        number,
        momentOf(placed),
        paid === null ? '' : momentOf(paid),
        state,
        seesNames ? name : '',
        seesNames ? (email ?? '') : '',
        what.join('; '),
        dollars(shipping),
        dollars(discount),
        dollars(total),
        dollars(back),
      ]),
  );
  return [
    ['number', `placed (${zone})`, `paid (${zone})`, 'state', 'name', 'email', 'what', 'shipping', 'discount', 'total', 'money_back'],
    ...found,
  ];
}

/** The very rows of the report of donors. */
async function readGivers(
  sql: Sql,
  { clock, config, publication }: ExportDeps,
  { from, until }: { from: string; until: string },
): Promise<Rows> {
  const published = publication.cached();
  const zone = timeZoneOf(published);
  const Moments = v.tuple([v.object({ from: v.date(), until: v.date() })]);
  const [span] = v.parse(
    Moments,
    await sql.$queryRaw`
      select ${beginOf(Prisma.sql`${from}::date`, zone)} as from, ${beginOf(Prisma.sql`${until}::date + 1`, zone)} as until`,
  );
  const rows = await readDonors(sql, { ...span, zone, publication: config.publicationId, now: clock(), names: namesOf(published) });
  const found = rows.map(([name, email, count, given, largest]) => [
    String(name ?? ''),
    String(email ?? ''),
    String(count ?? ''),
    dollars(Number(given)),
    dollars(Number(largest)),
  ]);
  return [['name', 'email', 'donations', 'given', 'largest'], ...found];
}

/** Without that which takes the file. What was changed from and to is a reader's own, and in no file. */
async function readActions(
  tx: Prisma.TransactionClient,
  { config, publication }: ExportDeps,
  action: string,
  filter: HistoryFilter,
): Promise<Rows> {
  const zone = timeZoneOf(publication.cached());
  const momentOf = momentsIn(zone);
  const rows = await tx.staffAction.findMany({
    where: { AND: [{ publicationId: config.publicationId, id: { not: action } }, narrowedTo(filter)] },
    select: {
      id: true,
      at: true,
      verb: true,
      subject: true,
      reason: true,
      undoes: true,
      program: true,
      staff: { select: { name: true } },
      undoneBy: { select: { id: true } },
    },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: MOST_ROWS + 1,
  });
  const found = rows.map(({ at, staff, program, verb, subject, reason, undoes, undoneBy, id }) => [
    momentOf(at),
    staff?.name ?? program ?? '',
    verb,
    subject,
    reason,
    undoes ?? '',
    undoneBy === null ? 'no' : 'yes',
    id,
  ]);
  return [[`at (${zone})`, 'who', 'verb', 'subject', 'reason', 'takes_back', 'taken_back', 'action'], ...found];
}
