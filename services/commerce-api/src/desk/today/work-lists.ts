import {
  listsOf,
  moneyListsOf,
  pagesOf,
  DESK_LISTS,
  type DeskPageOfWork,
  type DeskList,
  type DeskListed,
  DeskWaiting,
  DeskWork,
} from '@newsstand/contracts/desk-lists';
import { mayDo } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { failedJobs } from '../jobs/read-jobs.ts';
import { isGone, isLineGone } from '../../ledger/orders/money-gone.ts';
import { isMissed } from '../../ledger/orders/refund-states.ts';
import { isPaid, isUnpaid } from '../../ledger/orders/order-states.ts';
import { hasLists, leftOut, waitingCopies } from '../../ledger/releases/waiting-copies.ts';
import { owes } from '../../ledger/terms/owes.ts';
import { hasLoose } from '../to-send/read-posted.ts';
import { paymentPage } from '../../payments/provider/payment-page.ts';
import { isAwayForDispute } from '../refunds/read-order-money.ts';
import { erasureAsked } from '../readers/erase-reader.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { nameOf } from '../known-reader.ts';
import type { Person } from '../staff/staff-session.ts';
import { lowGoods } from '../stock/read-stock.ts';

type ListDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
/** How many of a list are shown: the oldest. */
const SHOWN = 200;

/**
 * SQL of each list: `owner`, `what` it is about, of `ABOUT_ORDERS` the `order`, `amount` in cents, and `since` when it
 * waits; of disputes the `inquiry` that one is. A list's count on Today is how many rows this has.
 */
const LISTS: Record<DeskList, (publication: string, now: Date, person: string | null) => Prisma.Sql> = {
  // Few have no address: they are found in two indexes alone, and only of them it is looked up what they are owed.
  'no-address': (publication) => Prisma.sql`
    with lacking as materialized (
      select s.owner_id, s.active_deliverable from subscription s
      where s.publication_id = ${publication} and s.active_deliverable like 'print-%' and s.cancelled is null and not exists (
        select from owner_address d
        where d.publication_id = s.publication_id and d.owner_id = s.owner_id and d.shipcode = substr(s.active_deliverable, 7)
      )
    )
    select s.owner_id as owner, null::text as what, null::int as amount, min(s.created) as since
    from lacking l join subscription s on s.publication_id = ${publication} and s.owner_id = l.owner_id and s.active_deliverable = l.active_deliverable
    where ${owes()} group by s.owner_id`,
  // Copies that wait are looked up of the few alone whom lists have left out: addresses that are no good only get more.
  undeliverable: (publication) => Prisma.sql`
    with held as materialized (
      select owner_id from (${leftOut(publication)}) left_out where exists (
        select from owner_address d where d.publication_id = ${publication} and d.owner_id = left_out.owner_id and d.undeliverable is not null
      )
    ),
    waiting as materialized (
      select distinct w.owner_id, w.shipcode from (${waitingCopies(publication, Prisma.sql`w.owner_id in (select owner_id from held)`)}) w
      where ${hasLists(publication)}
    )
    select d.owner_id as owner, null::text as what, null::int as amount, d.undeliverable as since from owner_address d
    where d.publication_id = ${publication} and d.undeliverable is not null and (exists (
      select from subscription s
      where s.publication_id = d.publication_id and s.owner_id = d.owner_id and s.active_deliverable = 'print-' || d.shipcode and ${owes()}
    ) or (d.owner_id, d.shipcode) in (select owner_id, shipcode from waiting))`,
  'email-fails': (publication) => Prisma.sql`
    select id as owner, email as what, null::int as amount, email_failing as since from account
    where publication_id = ${publication} and email_failing is not null`,
  // Whoever asked cannot do it, so that it does not wait for them.
  'to-erase': (publication, now, person) => Prisma.sql`
    select e.owner_id as owner, 'asked for by ' || coalesce(p.name, 'a program') as what, null::int as amount, e.at as since
    from (${erasureAsked(publication, now)}) e left join staff p on p.id = e.staff_id
    where e.staff_id is distinct from ${person}::uuid`,
  'refunds-to-approve': (publication) => Prisma.sql`
    select o.owner_id as owner, o.number as what, o.id as "order", r.amount, r.created as since from refund r join "order" o on o.id = r.order_id
    where r.publication_id = ${publication} and r.state = 'to-approve'`,
  'refunded-elsewhere': (publication) => Prisma.sql`
    select o.owner_id as owner, o.number as what, o.id as "order", sum(m.amount)::int as amount, min(m.created) as since
    from money_back m join "order" o on o.id = m.order_id
    where o.publication_id = ${publication} and ${isGone} and m.state <> 'open' and m.refund_id is null and m.decided is null
    group by o.owner_id, o.id`,
  'refund-failed': (publication) => Prisma.sql`
    select o.owner_id as owner, o.number as what, o.id as "order", m.amount, m.updated as since from money_back m join "order" o on o.id = m.order_id
    where o.publication_id = ${publication} and m.state = 'failed' and m.refund_id is null and m.decided is null
    union all
    select o.owner_id, o.number, o.id, r.amount, r.updated from refund r join "order" o on o.id = r.order_id
    where r.publication_id = ${publication} and ${isMissed} and r.settled is null`,
  // Whose money nobody has decided about yet, or a bank may give back, stands on a list of its own. The few orders with
  // such pieces are looked up first, as for the parcels.
  'paid-back-held': (publication) => Prisma.sql`
    select o.owner_id as owner, o.number as what, o.id as "order", back.amount, coalesce(back.since, o.paid) as since
    from "order" o cross join lateral (
      select sum(m.amount)::int as amount, max(m.created) as since, coalesce(bool_or(m.state = 'open' or (m.refund_id is null and m.decided is null)), false) as waits
      from money_back m where m.order_id = o.id and ${isGone}
    ) back
    where o.publication_id = ${publication} and o.number is not null and ${isPaid} and not back.waits
      and o.id = any(array(select order_id from order_line where held and sent + dropped < quantity))
      and exists (select from order_line l where l.order_id = o.id and l.held and l.sent + l.dropped < l.quantity and ${isLineGone})`,
  // Of one that is open the bank decides; one that was won is decided here, where what it had paid for is away still.
  // Where a bank only asks, somebody answers it, as they answer an open one.
  disputes: (publication) => Prisma.sql`
    select o.owner_id as owner, o.number as what, null::uuid as "order", i.amount, i.created as since,
      jsonb_build_object('due', i.due, 'answered', i.answered) as inquiry
    from bank_inquiry i join "order" o on o.id = i.order_id where o.publication_id = ${publication} and i.closed is null
    union all
    select o.owner_id, o.number, case m.state when 'won' then o.id end, m.amount, m.created, null
    from money_back m join "order" o on o.id = m.order_id
    where o.publication_id = ${publication} and m.decided is null and (m.state = 'open' or (m.state = 'won' and ${isAwayForDispute}))`,
  'charge-fails': (publication) => Prisma.sql`
    select c.owner_id as owner, c.kind as what, c.amount, c.due as since from charge c
    where c.publication_id = ${publication} and c.state = 'open' and (
      select a.outcome from charge_attempt a
      where (a.publication_id, a.owner_id, a.kind, a.subject, a.cycle) = (c.publication_id, c.owner_id, c.kind, c.subject, c.cycle)
      order by a.attempt desc limit 1
    ) in ('declined', 'stop', 'authentication-required')`,
  'invoice-past-due': (publication, now) => Prisma.sql`
    select i.owner_id as owner, o.number as what, o.total as amount, i.due_date::timestamptz as since
    from invoice i join "order" o on o.id = i.order_id
    where i.publication_id = ${publication} and i.paid is null and ${isUnpaid} and i.due_date < ${now}::date`,
};

/** SQL of the work that has a page of its own: `since` when each waits, null where nobody knows. */
const PAGES: Record<DeskPageOfWork, (publication: string, now: Date) => Prisma.Sql> = {
  parcels: (publication) => Prisma.sql`select o.paid as since from "order" o where o.publication_id = ${publication} and ${hasLoose}
    union all select o.paid from dispatch d join "order" o on o.id = d.order_id where d.publication_id = ${publication} and d.sent is null`,
  jobs: (publication) => Prisma.sql`select ended as since from (${failedJobs(publication)}) f`,
  books: (publication) => Prisma.sql`select found as since from book_difference where publication_id = ${publication}`,
  'low-stock': (publication, now) => Prisma.sql`select null::timestamptz as since from (${lowGoods(publication, now)}) low`,
};

/** SQL: who waits on a list, as owners `owner` since `at`. */
export const waitingOn = (list: DeskList, publication: string, now: Date): Prisma.Sql =>
  Prisma.sql`select owner, since as at from (${LISTS[list](publication, now, null)}) waiting`;

const Counts = v.array(v.object({ list: DeskWork.entries.list, count: v.number(), oldest: v.nullable(v.date()) }));

/** What waits for somebody, by the lists of their roles that are not empty: one statement. */
export async function readWork({ db, clock, config }: ListDeps, { id, roles }: Person): Promise<DeskWork[]> {
  const [lists, pages] = [listsOf(roles), pagesOf(roles)];
  if (lists.length + pages.length === 0) return [];
  const now = clock();
  return readCounts(db, [
    ...pages.map((page) => [page, PAGES[page](config.publicationId, now)] as const),
    ...lists.map((list) => [list, LISTS[list](config.publicationId, now, id)] as const),
  ]);
}

/** The same of the lists about money alone: one small statement, for a page that asks for it every few seconds. */
export async function readMoneyWork({ db, clock, config }: ListDeps, { id, roles }: Person): Promise<DeskWork[]> {
  const lists = moneyListsOf(roles);
  if (lists.length === 0) return [];
  return readCounts(
    db,
    lists.map((list) => [list, LISTS[list](config.publicationId, clock(), id)] as const),
  );
}

async function readCounts(db: ListDeps['db'], all: readonly (readonly [DeskWork['list'], Prisma.Sql])[]): Promise<DeskWork[]> {
  const counted = all.map(
    ([list, waiting]) => Prisma.sql`select ${list} as list, count(*)::int as count, min(since) as oldest from (${waiting}) r`,
  );
  const rows = v.parse(Counts, await db.$queryRaw`${Prisma.join(counted, ' union all ')}`);
  return rows.flatMap(({ oldest, ...work }) => (work.count === 0 ? [] : [{ ...work, oldest: oldest && oldest.toISOString() }]));
}

/** The lists whose rows are about money of an order that somebody decides. */
const ABOUT_ORDERS: readonly DeskList[] = ['refunds-to-approve', 'refunded-elsewhere', 'refund-failed', 'paid-back-held', 'disputes'];

const Rows = v.array(
  v.object({ ...v.omit(DeskWaiting, ['since', 'provider']).entries, since: v.date(), count: v.number(), intent: v.nullable(v.string()) }),
);
/** SQL: the payment that a bank asks about, which is answered where the provider has it. */
const intentOf = (publication: string, list: DeskList): Prisma.Sql =>
  list === 'disputes'
    ? Prisma.sql`case when r."order" is null then (select p.intent_id from "order" p where p.publication_id = ${publication} and p.number = r.what) end`
    : Prisma.sql`null::text`;

/** Who waits on a list, the oldest first. Refuses (403) a list of other roles. */
export async function readWorkList({ db, clock, config }: ListDeps, { id, roles }: Person, list: DeskList): Promise<DeskListed> {
  if (!mayDo(roles, DESK_LISTS[list])) throw new Refusal(403, deskText('list_not_your_role'));
  const { publicationId } = config;
  const rows = await db.$queryRaw`
    select r.owner, r.what, ${ABOUT_ORDERS.includes(list) ? Prisma.sql`r."order"` : Prisma.sql`null::uuid`} as "order", r.amount, r.since, ${intentOf(publicationId, list)} as intent, ${list === 'disputes' ? Prisma.sql`r.inquiry` : Prisma.sql`null::jsonb`} as inquiry, (count(*) over ())::int as count,
      coalesce(nullif(a.name, ''), (${nameOf(publicationId, Prisma.sql`r.owner`)}), '') as name
    from (${LISTS[list](publicationId, clock(), id)}) r left join account a on a.id = r.owner
    order by r.since, r.owner limit ${SHOWN}::int`;
  const waiting = v.parse(Rows, rows);
  return {
    list,
    count: waiting[0]?.count ?? 0,
    // Who packs parcels sees orders, and no reader.
    waiting: waiting.map(({ count: _count, since, owner, intent, inquiry, ...row }) => ({
      ...row,
      ...(inquiry != null && { inquiry: { ...inquiry, due: inquiry.due && new Date(inquiry.due).toISOString() } }),
      ...(intent !== null && { provider: paymentPage(config, intent) }),
      owner: mayDo(roles, 'seeReaders') ? owner : '',
      since: since.toISOString(),
    })),
  };
}
