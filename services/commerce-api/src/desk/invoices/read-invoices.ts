import { Address, addressLines } from '@newsstand/contracts/address';
import { DeskInvoice, isOwed, ListedInvoice, OWED_STATES, type DeskInvoices, type InvoiceState } from '@newsstand/contracts/desk-invoices';
import { mayDo } from '@newsstand/contracts/desk-roles';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { creditNoteAt } from '../refunds/credit-note.ts';
import { creditNote } from '../../payments/refunds/read-money-back.ts';
import { isMoveOf } from '../../payments/settle/post-move-letter.ts';
import { isGone } from '../../ledger/orders/money-gone.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { MINUTE } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { PAGE } from '../page-cursor.ts';
import { goesTo, postedToSeveral, PostedToSeveral } from '../to-send/destinations.ts';
import { readHistory } from '../read-history.ts';
import type { Person } from '../staff/staff-session.ts';

type ReadDeps = Pick<Deps, 'clock' | 'config' | 'publication'> & { db: Sql };

/** SQL: how the invoice `i` of the order `o` stands today. */
export const stateOf = (now: Date) => Prisma.sql`case
  when o.state = 'cancelled' then 'cancelled' when o.state = 'processing' then 'on-its-way' when o.state <> 'started' then 'paid'
  when i.due_date < ${now}::date then 'past-due' else 'open' end`;
const backOf = Prisma.sql`coalesce((select sum(m.amount)::int from money_back m where m.order_id = o.id and ${isGone}), 0)`;

const Row = v.object({ ...ListedInvoice.entries, number: v.number() });

/** Invoices, the newest number first: one statement. `after` is a number. */
export async function readInvoices(
  { db, clock, config, publication }: ReadDeps,
  { state, after }: { state?: InvoiceState | undefined; after?: string | undefined },
): Promise<DeskInvoices> {
  const from = /^\d{1,9}$/.test(after ?? '') ? Number(after) : null;
  const states = state === 'open' ? OWED_STATES : [state];
  const rows = await db.$queryRaw<{ invoice: unknown }[]>`
    select row_to_json(r) as invoice from (
      select i.number, i.billed_to, o.name, ${stateOf(clock())} as state, o.total, ${backOf} as back, o.created, to_char(i.due_date, 'YYYY-MM-DD') as due
      from invoice i join "order" o on o.id = i.order_id
      where i.publication_id = ${config.publicationId} and ${from === null ? Prisma.sql`true` : Prisma.sql`i.number < ${from}::int`}
    ) r where ${state === undefined ? Prisma.sql`true` : Prisma.sql`r.state = any(${states}::text[])`}
    order by r.number desc limit ${PAGE + 1}::int`;
  const read = rows.map(({ invoice }) => v.parse(Row, invoice));
  const shown = read.slice(0, PAGE);
  const { invoice_prefix: prefix } = publication.cached().settings;
  return {
    invoices: shown.map(({ number, ...invoice }) => ({ ...invoice, number: invoiceNumber(prefix, number) })),
    next: read.length > PAGE ? String(shown.at(-1)?.number) : null,
  };
}

const PageRow = v.object({
  ...v.omit(DeskInvoice, ['number', 'history', 'address', 'goes_to', 'version', 'credit_notes']).entries,
  number: v.number(),
  address: v.nullable(Address),
  posted: v.nullable(PostedToSeveral),
});

/** `EXC-007`, EXC-7 or 7. */
export const numberOf = (name: string): number => Number(/^(?:[A-Z]+-)?0*(\d{1,9})$/i.exec(name)?.[1] ?? 0);

/** What of an invoice is shown to whoever changes it: somebody who was first is told of. */
export const versionOf = ({ state, paid }: Pick<DeskInvoice, 'state' | 'paid'>): string =>
  [isOwed(state) ? 'open' : state, ...(paid ? [paid.method, paid.received, paid.reference] : [])].join(':');

/** One invoice, by its number. Refuses (404) a number that none has. */
export async function readDeskInvoice(deps: ReadDeps, name: string): Promise<Omit<DeskInvoice, 'history'>> {
  const { db, clock, config, publication } = deps;
  const [row] = await db.$queryRaw<{ invoice: unknown }[]>`
    select row_to_json(r) as invoice from (
      select i.number, i.billed_to, o.name, ${stateOf(clock())} as state, o.total, ${backOf} as back, o.created, to_char(i.due_date, 'YYYY-MM-DD') as due,
        i.subscriber_id as owner, o.email, i.email_to, o.address, case when i.reference not like 'sha256:%' and x.id is null then i.reference end as reference,
        ${postedToSeveral} as posted, o.number as order, o.goods, o.shipping, o.discount,
        (select json_agg(json_build_object('name', l.name, 'detail', l.detail, 'quantity', l.quantity, 'price', l.price, 'discount', l.discount) order by l.ordinal)
          from order_line l where l.order_id = o.id) as lines,
        (select json_build_object('method', p.method, 'received', to_char(p.received, 'YYYY-MM-DD'), 'reference', p.reference, 'by', p.recorded_by)
          from invoice_payment p where p.publication_id = i.publication_id and p.invoice_id = i.id) as paid
      from invoice i join "order" o on o.id = i.order_id left join staff_action x on ${isMoveOf}
      where i.publication_id = ${config.publicationId} and i.number = ${numberOf(name)}::int
    ) r`;
  if (!row) throw new Refusal(404, deskText('no_such_invoice'));
  const { number, address, posted, ...invoice } = v.parse(PageRow, row.invoice);
  return {
    ...invoice,
    number: invoiceNumber(publication.cached().settings.invoice_prefix, number),
    address: address === null ? [] : addressLines(address),
    // Who sees invoices sees readers.
    goes_to: posted === null ? [] : goesTo(posted, { name: invoice.name, email: invoice.email, address }, true),
    version: versionOf(invoice),
  };
}

/** The same with what was done with it, as far as its reader is shown. */
export async function readInvoicePage(deps: ReadDeps & Pick<Deps, 'db'>, person: Person, name: string): Promise<DeskInvoice> {
  const invoice = await readDeskInvoice(deps, name);
  const done = [doneWithInvoice(invoice), ...(invoice.state === 'cancelled' ? [await cancelledBy(deps, invoice)] : [])];
  const { actions } = await readHistory(deps, { where: { OR: done } });
  const credit_notes = await readCreditNotes(deps, invoice);
  return { ...invoice, owner: mayDo(person.roles, 'seeReaders') ? invoice.owner : null, credit_notes, history: actions };
}

/** What it was credited with, the oldest first. */
async function readCreditNotes({ db, config }: ReadDeps & Pick<Deps, 'db'>, { order }: Pick<DeskInvoice, 'order'>) {
  if (order === null) return [];
  const rows = await db.$queryRaw<{ number: string }[]>`
    select ${creditNote} as number from refund r join "order" o on o.id = r.order_id
    where o.publication_id = ${config.publicationId} and o.number = ${order} and r.credit_number is not null order by r.credit_number`;
  return rows.map(({ number }) => ({ number, pdf: creditNoteAt(number) }));
}

const around = (at: number) => ({ gte: new Date(at - MINUTE), lte: new Date(at + MINUTE) });

/** Who gave it up with something else that they did: with what it was for. */
async function cancelledBy(
  { db, config }: ReadDeps & Pick<Deps, 'db'>,
  { number }: Pick<DeskInvoice, 'number'>,
): Promise<Prisma.StaffActionWhereInput> {
  const where = { publicationId: config.publicationId, number: numberOf(number) };
  const { order } = await db.invoice.findFirstOrThrow({ where, select: { order: { select: { updated: true } } } });
  return { at: around(order.updated.getTime()), to: { path: ['invoices'], array_contains: [number] } };
}

/** What was done with one that nobody has given up. */
export const doneWithInvoice = (invoice: Pick<DeskInvoice, 'number' | 'created'>): Prisma.StaffActionWhereInput => ({
  OR: [{ subject: invoice.number }, writtenBy(invoice)],
});

/**
 * Who wrote it: an action whose subject is whom it was written for, or the zone that it moves them to. It is found by
 * when it was, and says the number.
 */
function writtenBy({ number, created }: Pick<DeskInvoice, 'number' | 'created'>): Prisma.StaffActionWhereInput {
  const written = Date.parse(created);
  return {
    at: around(written),
    OR: [
      { verb: 'writeInvoice', to: { path: ['number'], equals: number } },
      { verb: 'changeAddressFor', to: { path: ['billed'], equals: number } },
    ],
  };
}
