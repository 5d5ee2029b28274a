import { addressLines, Address, toAddressForm } from '@newsstand/contracts/address';
import { DeskReader, DeskTerm, DeskToday } from '@newsstand/contracts/desk-reader';
import { mayDo } from '@newsstand/contracts/desk-roles';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import { Shipcode } from '@newsstand/contracts/shipcode';
import { meansOnRecord } from '@newsstand/contracts/payment-info';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { mailboxesOf, wentTo } from '../../account/own-mailboxes.ts';
import { hasBeen, HasBeen, ownerNow } from '../../readers/login/merged-owners.ts';
import { isMoveOf } from '../../payments/settle/post-move-letter.ts';
import { readSnapshot } from '../../payments/provider/payment-snapshot.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { PAGE, pageOf as shownOf } from '../page-cursor.ts';
import { stateOf } from '../invoices/read-invoices.ts';
import { hourOf, noteOpened, type Onlooker } from '../note-opened.ts';
import { calledAmong, calledBy, readHistory } from '../read-history.ts';
import { waitsToGo } from '../orders/read-orders.ts';
import { membersOf } from '../list-members.ts';
import { erasureAsked } from '../readers/erase-reader.ts';
import { besideThem, calledOf, isErased, mailboxOfOwner, nameOf } from '../known-reader.ts';
import { AGAIN, became, besideAgain, kindOfLetter, orderOfLetter } from '../readers/send-again.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { readWork } from '../today/work-lists.ts';
import { giftStands, giverOf } from '../gift-columns.ts';
import { MoneyOfLine, moneyOfLine, paidBeside, PaidBeside, unservedOf } from '../refunds/paid-in-other-orders.ts';
import { tellOfLooks } from '../staff/mail-key-link.ts';
import type { Person } from '../staff/staff-session.ts';
import { isFrom, isOfRenewal, lineOfTerm, numberTakenOver, orderOfTerm } from '../../ledger/terms/source-parts.ts';
import { isGone } from '../../ledger/orders/money-gone.ts';
import { isPaid, isUnpaid } from '../../ledger/orders/order-states.ts';
import { hasLists, waitingCopies } from '../../ledger/releases/waiting-copies.ts';

type PageDeps = Pick<Deps, 'db' | 'clock' | 'config'>;
type ReaderDeps = PageDeps & Pick<Deps, 'publication'>;

/** How much of what grows for ever is shown. */
const NEWEST = 50;
/** How many of those whom somebody opened last. */
const YOURS = 8;

const entries = DeskReader.entries;
const Owed = v.omit(entries.invoices.wrapped.item, ['number', 'moves']);
const Row = v.object({
  been: HasBeen,
  ...v.omit(DeskReader, ['account', 'addresses', 'history', 'invoices', 'ordered', 'orders', 'older']).entries,
  terms: v.array(v.object({ ...DeskTerm.entries, order: v.nullable(MoneyOfLine), upgrades: PaidBeside })),
  ordered: v.nullable(v.object({ shipcode: v.string(), address: v.unknown() })),
  orders: v.array(v.object({ id: v.string(), ...entries.orders.item.entries })),
  invoices: v.array(
    v.object({ ...Owed.entries, number: v.number(), moves: v.nullable(v.object({ shipcode: Shipcode, address: Address })) }),
  ),
  account: v.nullable(v.object({ ...v.omit(entries.account.wrapped, ['card']).entries, payment: v.unknown() })),
  addresses: v.array(
    v.object({
      shipcode: Shipcode,
      name: v.string(),
      address: Address,
      version: v.string(),
      updated: v.string(),
      undeliverable: v.nullable(v.string()),
    }),
  ),
});

/**
 * One person's page: two statements for what is theirs and what was done, and one that notes who looked. Of whom an
 * account has become it is the account's. Refuses (404) an owner of whom nothing is known.
 */
export async function readReaderPage(deps: ReaderDeps, onlooker: Onlooker<Person>, owner: string): Promise<DeskReader> {
  const { person } = onlooker;
  const { db, clock, config, publication } = deps;
  const { publicationId } = config;
  const hour = hourOf(clock());
  const [row] = await db.$queryRaw<{ page: unknown; now: string }[]>(
    pageOf(publicationId, owner, { person: person.id, hour, now: clock() }),
  );
  if (row !== undefined && row.now !== owner) return readReaderPage(deps, onlooker, row.now);
  const page = v.safeParse(v.nullable(Row), row?.page ?? null);
  if (!page.success) throw new Error(`the page of ${owner} could not be read`, { cause: page.issues });
  if (page.output === null) throw new Refusal(404, deskText('no_such_reader'));
  if (await noteOpened(deps, onlooker, owner)) await watch(deps, person, hour);
  const { been, account, addresses, ordered, orders, invoices, letters, terms, ...rest } = page.output;
  const [newest, written] = [firstOf(orders, ({ placed }) => placed), firstOf(letters, ({ created }) => created)];
  const { actions } = await readHistory(deps, { been });
  return {
    ...rest,
    account: account && { ...v.parse(v.omit(entries.account.wrapped, ['card']), account), card: cardOf(account.payment) },
    addresses: addresses.map(({ address, ...other }) => ({ ...other, lines: addressLines(address), typed: toAddressForm(address) })),
    ordered: orderedTo(ordered),
    terms: terms.map(withUnserved),
    invoices: invoices.map(({ number, moves, ...invoice }) => ({
      ...invoice,
      number: invoiceNumber(publication.cached().settings.invoice_prefix, number),
      moves: moves && { shipcode: moves.shipcode, lines: addressLines(moves.address) },
    })),
    orders: newest.shown.map(({ id: _id, ...order }) => order),
    letters: written.shown,
    older: { orders: newest.next, letters: written.next },
    history: actions,
  };
}

/** An order's address as it is typed; null of one that cannot be read as an address of a zone any more. */
function orderedTo(ordered: { shipcode: string; address: unknown } | null): DeskReader['ordered'] {
  const place = v.safeParse(v.object({ shipcode: Shipcode, address: Address }), ordered);
  return place.success ? { shipcode: place.output.shipcode, typed: toAddressForm(place.output.address) } : null;
}

/**
 * What was paid for a term, in each order, and of one that runs what of that was not served yet; null of one that has
 * ended, and of a lifetime, which has no end to reckon by.
 */
function withUnserved({ order, upgrades, ...term }: v.InferOutput<typeof Row>['terms'][number]): DeskTerm {
  const { paid, served, cancelled } = term;
  const runs = paid !== null && cancelled === null;
  return {
    ...term,
    order: order && { ...lineOf(order), number: order.number, unserved: runs ? unservedOf(order, served, paid) : null },
    upgrades: upgrades.map((one) => ({
      ...lineOf(one),
      number: one.number,
      name: one.name,
      unserved: runs ? unservedOf(one, one.served, one.reckoned) : null,
    })),
  };
}

const lineOf = ({ id, line, value }: v.InferOutput<typeof MoneyOfLine>) => ({ id, line, value });

/**
 * More readers than these are opened in an hour by nobody who answers letters and telephones: the publishers are
 * written to, once.
 */
const MANY_LOOKS = 150;

async function watch(deps: PageDeps, { id, name }: Person, hour: Date): Promise<void> {
  const { publicationId } = deps.config;
  const looks = await deps.db.staffLook.count({ where: { publicationId, staffId: id, hour, opened: { not: null } } });
  if (looks !== MANY_LOOKS + 1) return;
  await deps.db.$transaction((tx) => tellOfLooks(tx, deps, { subject: `${id}:${hour.toISOString()}`, who: name }));
}

/** The newest rows of a list that has pages of its own, and where the older ones begin there. */
function firstOf<Row extends { id: string }>(rows: readonly Row[], created: (row: Row) => string) {
  const { shown, next } = shownOf(rows.map((row) => ({ row, id: row.id, at: new Date(created(row)) })));
  return { shown: shown.map(({ row }) => row), next };
}

function cardOf(payment: unknown): string | null {
  const means = readSnapshot(payment);
  const shown = means && meansOnRecord(means);
  return shown && `${shown.name} ···· ${shown.last_four}`;
}

/**
 * What somebody's day begins with: what waits, whom they had open last, and what was done last, where they may see
 * that.
 */
export async function readToday(deps: PageDeps, person: Person): Promise<DeskToday> {
  const seesReaders = mayDo(person.roles, 'seeReaders');
  const done = mayDo(person.roles, 'seeHistory') ? (await readHistory(deps, { whose: true })).actions.slice(0, YOURS) : [];
  // Whoever sees what was done sees readers: both are named by one statement.
  const named = v.parse(Named, seesReaders ? await deps.db.$queryRaw<unknown[]>(namedOf(deps.config.publicationId, person.id, done)) : []);
  return {
    work: await readWork(deps, person),
    yours: named.flatMap(({ at, owner, name }) => (at === null ? [] : [{ owner, name, at: at.toISOString() }])),
    just_now: calledBy(done, new Map(named.map(({ owner, name }) => [owner, name]))),
  };
}

const Named = v.array(v.object({ owner: v.string(), name: v.string(), at: v.nullable(v.date()) }));

/**
 * SQL: whom somebody opened last, newest first, and then whom these actions were done to, who were opened at no time.
 */
function namedOf(publication: string, staff: string, done: readonly { owner?: string | undefined }[]): Prisma.Sql {
  const owners = [...new Set(done.flatMap(({ owner }) => owner ?? []))];
  return Prisma.sql`
    select l.owner_id as owner, l.at, coalesce(${calledOf(publication, ownerNow(publication, Prisma.sql`l.owner_id`))}, '') as name
    from (
      select owner_id, max(opened) as at from staff_look where publication_id = ${publication} and staff_id = ${staff}::uuid and opened is not null
      group by owner_id order by 2 desc, 1 limit ${YOURS}::int
    ) l union all select * from (${calledAmong(publication, owners)}) d order by at desc nulls last, owner`;
}

function pageOf(publication: string, owner: string, { person, hour, now }: { person: string; hour: Date; now: Date }): Prisma.Sql {
  const own = Prisma.sql`publication_id = ${publication} and owner_id = ${owner}::uuid`;
  const list = (rows: Prisma.Sql) => Prisma.sql`(select coalesce(json_agg(row_to_json(r)), '[]') from (${rows}) r)`;
  return Prisma.sql`
    with a as (select * from account where id = ${owner}::uuid and publication_id = ${publication}),
    mailbox as (select ${mailboxOfOwner(publication, Prisma.sql`${owner}::uuid`)} as email),
    waiting as (${waitingCopies(publication, Prisma.sql`w.owner_id = ${owner}::uuid`)})
    select case when exists (select from a) or exists (select from "order" where ${own} and number is not null) or exists (select from subscription where ${own})
        or exists (select from owner_address where ${own}) or exists (select from gift where ${own}) then json_build_object(
      'owner', ${owner}::text,
      'been', ${hasBeen(publication, Prisma.sql`${owner}::uuid`)},
      'here', (select coalesce(json_agg(p.name order by p.name), '[]') from staff_look l join staff p on p.id = l.staff_id
        where l.publication_id = ${publication} and l.owner_id = ${owner}::uuid and l.hour = ${hour} and l.opened is not null and l.staff_id <> ${person}::uuid),
      'name', coalesce(nullif((select name from a), ''), (${nameOf(publication, Prisma.sql`${owner}::uuid`)}), ''),
      'email', (select email from mailbox),
      'account', (select json_build_object('created', created, 'proved', verified, 'failing', email_failing, 'autorenew', autorenew_since, 'payment', payment) from a),
      'beside', ${list(besideThem(publication, Prisma.sql`${owner}::uuid`))},
      'addresses', ${list(Prisma.sql`select shipcode, name, address, md5(address::text) as version, updated, undeliverable from owner_address where ${own} order by updated desc`)},
      'ordered', (select json_build_object('shipcode', shipcode, 'address', address) from "order"
        where ${own} and number is not null and address is not null and kept_for is null order by created desc limit 1),
      'terms', ${list(Prisma.sql`
        select s.id, s.active_deliverable as deliverable, s.level, s.term, s.copies, s.source, ${isFrom('comp')} as given, ${numberTakenOver} as taken_over, s.created, s.cancelled,
          case when s.term <> 'lifetime' then (count(t.ordinal))::int end as paid, count(t.issue)::int as served, max(t.issue) as last_issue,
          (select json_build_object(${moneyOfLine})
            from "order" o join order_line l on l.order_id = o.id
            where ${isPaid} and o.id = ${orderOfTerm}
              and l.ordinal = ${lineOfTerm}
            union all
            select json_build_object(${moneyOfLine})
            from charge_attempt a join "order" o on o.intent_id = a.intent_id and ${isPaid}
            join lateral (select * from order_line n where n.order_id = o.id and n.type = 'personal-subscription' order by n.ordinal limit 1) l on true
            where ${isFrom('renewal')} and a.publication_id = s.publication_id and a.owner_id = s.owner_id and a.kind = 'renewal'
              and ${isOfRenewal}
            limit 1) as "order",
          ${paidBeside} as upgrades,
          ${giverOf} as gift,
          case when ${isFrom('import')} then (
            select max(r.claimed) from legacy_term l join legacy_reader r on (r.publication_id, r.owner_id, r.source) = (l.publication_id, l.owner_id, l.source)
            where (l.publication_id, l.owner_id, l.subscription_id) = (s.publication_id, s.owner_id, s.id)
          ) end as claimed
        from subscription s left join issue_token t on t.publication_id = s.publication_id and t.owner_id = s.owner_id and t.subscription_id = s.id
        where s.publication_id = ${publication} and s.owner_id = ${owner}::uuid group by s.publication_id, s.owner_id, s.id order by s.cycle desc`)},
      'orders', ${list(Prisma.sql`
        select o.id, o.number, o.created as placed, o.state, o.total,
          coalesce((select sum(m.amount)::int from money_back m where m.order_id = o.id and ${isGone}), 0) as back,
          ${waitsToGo} as waits,
          (select coalesce(json_agg(concat_ws(', ', l.name, l.detail) order by l.ordinal), '[]') from order_line l where l.order_id = o.id) as what
        from "order" o where o.publication_id = ${publication} and o.owner_id = ${owner}::uuid and o.number is not null
        order by o.created desc, o.id desc limit ${PAGE + 1}::int`)},
      'invoices', ${list(Prisma.sql`
        select i.number, ${stateOf(now)} as state, o.total, to_char(i.due_date, 'YYYY-MM-DD') as due,
          (select coalesce(json_agg(concat_ws(', ', l.name, l.detail) order by l.ordinal), '[]') from order_line l where l.order_id = o.id) as what,
          case when x.id is not null then json_build_object('shipcode', substr(x.subject, 6), 'address', o.address) end as moves
        from invoice i join "order" o on o.id = i.order_id left join staff_action x on ${isMoveOf}
        where i.publication_id = ${publication} and i.subscriber_id = ${owner}::uuid and i.paid is null and ${isUnpaid} order by i.number`)},
      'gifts', ${list(Prisma.sql`
        select g.deliverable, g.term, ${giftStands}, o.number as order from gift g join "order" o on o.id = g.order_id
        where g.publication_id = ${publication} and g.owner_id = ${owner}::uuid order by g.id desc limit ${NEWEST}::int`)},
      'donations', ${list(Prisma.sql`
        select id, amount, process = 'monthly-init' as monthly, first, ended, failing from donation where ${own} order by first desc limit ${NEWEST}::int`)},
      'posted', ${list(Prisma.sql`
        select p.issue, p.shipcode as zone, p.part, l.frozen, p.copies, p.number from post_line p
        join post_list l on (l.publication_id, l.issue, l.shipcode, l.part) = (p.publication_id, p.issue, p.shipcode, p.part)
        where p.publication_id = ${publication} and p.owner_id = ${owner}::uuid order by p.issue desc limit ${NEWEST}::int`)},
      'given', ${list(Prisma.sql`
        select t.issue, case when t.deliverable = 'digital' then 'digital' else 'print' end as medium,
          (select count(*)::int from post_copy c where c.publication_id = t.publication_id and c.owner_id = t.owner_id and c.issue = t.issue) as again,
          case when ${hasLists(publication)} then json_build_object('zone', w.shipcode, 'why',
            case when d.owner_id is null then 'without' when d.undeliverable is null then 'late' else 'held' end) end as waits
        from issue_token t left join waiting w on w.issue = t.issue and w.copy is null
          left join owner_address d on (d.publication_id, d.owner_id, d.shipcode) = (t.publication_id, t.owner_id, w.shipcode)
        where t.publication_id = ${publication} and t.owner_id = ${owner}::uuid and t.issue is not null
        order by t.issue desc limit ${NEWEST}::int`)},
      'copies', ${list(Prisma.sql`
        select c.id, c.issue, coalesce(w.shipcode, c.shipcode) as zone, c.part, c.asked, c.copies from post_copy c left join waiting w on w.copy = c.id
        where c.publication_id = ${publication} and c.owner_id = ${owner}::uuid order by c.asked desc limit ${NEWEST}::int`)},
      'lists', ${list(membersOf(publication, mailboxesOf(publication, Prisma.sql`${owner}::uuid`, Prisma.sql`(select lower(normalize(email, nfkc)) from mailbox)`)))},
      'letters', ${list(Prisma.sql`
        select w.id, ${kindOfLetter} as kind, w.recipient as to, w.created, ${became(now)}, ${AGAIN}, ${orderOfLetter(publication)} as "order"
        from outbox w join (${mailboxesOf(publication, Prisma.sql`${owner}::uuid`, Prisma.sql`(select email from mailbox)`)}) m on ${wentTo}
          ${besideAgain({ publication, owner: Prisma.sql`${owner}::uuid`, mailbox: Prisma.sql`(select email from mailbox)`, now })}
        where w.publication_id = ${publication} order by w.created desc, w.id desc limit ${PAGE + 1}::int`)},
      'erased', ${isErased(publication, Prisma.sql`${owner}::uuid`)},
      'erasure', (select json_build_object('by', coalesce(p.name, ''), 'own', e.staff_id is not distinct from ${person}::uuid)
        from (${erasureAsked(publication, now)}) e left join staff p on p.id = e.staff_id where e.owner_id = ${owner}::uuid),
      'notes', ${list(Prisma.sql`
        select n.id, n.text, n.created, coalesce(p.name, '') as who from reader_note n left join staff_action x on x.id = n.id left join staff p on p.id = x.staff_id
        where n.publication_id = ${publication} and n.owner_id = ${owner}::uuid order by n.created desc limit ${NEWEST}::int`)}
    ) end as page, ${ownerNow(publication, Prisma.sql`${owner}::uuid`)}::text as now`;
}
