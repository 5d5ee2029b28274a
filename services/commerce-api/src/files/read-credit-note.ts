import { Address } from '@newsstand/contracts/address';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import * as v from 'valibot';
import { Prisma } from '../../generated/prisma/client.ts';
import { isMissed } from '../ledger/orders/refund-states.ts';
import { linePaid } from '../ledger/orders/line-paid.ts';
import { creditNote } from '../payments/refunds/read-money-back.ts';
import type { Deps } from '../publication/deps.ts';
import { creditNoteNumber } from '../rules/pricing/credit-note-rules.ts';

type ReadDeps = Pick<Deps, 'db' | 'config' | 'publication'>;

const Instant = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
);

/**
 * What went back of an order, as its credit note says it: what it corrects, of what (`quantity` 0: nothing was taken
 * away; `part`: and it is not all that was paid of it) and how much. `back`: by which way; `kept`: it came back to us,
 * and is to be paid in another way; `voided`: it holds no more, since when, and which note does (null: none yet).
 */
const Row = v.object({
  number: v.string(),
  date: Instant,
  order: v.string(),
  owner: v.string(),
  paid: Instant,
  invoice: v.nullable(v.object({ number: v.number(), date: Instant, billed_to: v.string() })),
  name: v.string(),
  email: v.string(),
  address: v.nullable(Address),
  lines: v.array(
    v.object({ name: v.string(), detail: v.nullable(v.string()), quantity: v.number(), amount: v.number(), part: v.boolean() }),
  ),
  shipping: v.number(),
  amount: v.number(),
  method: v.picklist(['card', 'check', 'wire']),
  reference: v.nullable(v.string()),
  kept: v.boolean(),
  voided: v.nullable(v.object({ date: Instant, by: v.pipe(v.nullable(v.number()), v.transform(creditNoteNumber)) })),
});
export type CreditNote = Omit<v.InferOutput<typeof Row>, 'invoice'> & { invoice: { number: string; date: Date } | null };

/**
 * A credit note of an order, by the token of its receipt or of its invoice, or null: whoever holds one of them may read
 * it, and its number alone says nothing.
 */
export async function readCreditNote(deps: ReadDeps, token: string, number: string): Promise<CreditNote | null> {
  return read(
    deps,
    number,
    Prisma.sql`o.id in (select s.id from "order" s where s.receipt_token = ${token} union all select i.order_id from invoice i where i.token = ${token})`,
  );
}

/** The same by its number alone, for the desk; null where there is none. */
export async function readAnyCreditNote(deps: ReadDeps, number: string): Promise<CreditNote | null> {
  return read(deps, number, Prisma.sql`true`);
}

async function read({ db, config, publication }: ReadDeps, number: string, isOf: Prisma.Sql): Promise<CreditNote | null> {
  const [found] = await db.$queryRaw<{ note: unknown }[]>`
    select jsonb_build_object('number', ${creditNote}, 'order', o.number, 'owner', o.owner_id, 'paid', o.paid, 'name', o.name, 'email', o.email, 'address', o.address,
      'date', coalesce(r.credited, (select min(m.created) from money_back m where m.refund_id = r.id), r.created),
      'invoice', (select jsonb_build_object('number', i.number, 'date', o.created, 'billed_to', i.billed_to) from invoice i where i.order_id = o.id),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'detail', l.detail, 'quantity', b.quantity, 'amount', b.amount,
          'part', b.quantity = 0 and b.amount < ${linePaid})
        order by b.ordinal), '[]') from refund_line b join order_line l on l.order_id = r.order_id and l.ordinal = b.ordinal
        where b.refund_id = r.id and b.quantity + b.amount > 0),
      'shipping', r.shipping, 'amount', r.amount, 'method', r.method, 'reference', r.reference, 'kept', ${isMissed},
      'voided', (select jsonb_build_object('date', p.created, 'by', p.credit_number) from refund p where p.id = r.voided_by)) as note
    from refund r join "order" o on o.id = r.order_id
    where ${isOf} and o.publication_id = ${config.publicationId}
      and r.publication_id = ${config.publicationId} and r.credit_number = ${Number(number.slice('CN-'.length))}`;
  if (!found) return null;
  const { invoice, ...note } = v.parse(Row, found.note);
  if (invoice === null) return { ...note, invoice };
  const { invoice_prefix } = publication.cached().settings;
  return { ...note, name: invoice.billed_to, invoice: { number: invoiceNumber(invoice_prefix, invoice.number), date: invoice.date } };
}
