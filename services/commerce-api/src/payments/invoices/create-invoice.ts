import { createHash, randomUUID } from 'node:crypto';
import { Email } from '@newsstand/contracts/email';
import { dueDate, invoiceNumber } from '@newsstand/contracts/invoice';
import { GoodType } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { insertOrder } from '../../ledger/orders/insert-order.ts';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { type Begin, plainly } from '../../platform/db/begin-transaction.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { newToken } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import type { Subscriptions } from '../../rules/subscriptions/subscription-rules.ts';
import { billInvoice, type Bill } from './bill-invoice.ts';
import { InvoiceError, type InvoiceProblem } from './invoice-error.ts';
import type { InvoiceFile } from './invoice-file.ts';
import { upgradeAskedFor } from './open-upgrades.ts';

type CreateDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>;
/** `total` in cents, `due_date` an ISO date. */
export type Created = { invoice_no: string; token: string; total: number; due_date: string };
/**
 * `isProved`: whether its mailbox is; anybody may have signed up with an address. Whoever has is out of it before it is
 * paid for (`find-or-create-account.ts`).
 */
type Account = { id: string; isProved: boolean; subscriptions: Subscriptions };

const REFUSED = {
  'out-of-stock': deskText('invoice_goods_short'),
  'coupon-used-up': deskText('invoice_coupon_used_up'),
  'already-started': deskText('invoice_there_already'),
  hoarded: deskText('invoice_hoards'),
} as const;

/**
 * What an invoice would charge, and whose account its membership is for; nothing is written. Throws an `InvoiceError`
 * that names every field that is wrong.
 */
export async function priceInvoice(deps: CreateDeps, file: InvoiceFile, name: string): Promise<Priced> {
  const published = await deps.publication.now();
  const { publicationId } = deps.config;
  const [goods, account] = await Promise.all([deps.db.good.findMany({ where: { publicationId } }), findAccount(deps, file.email)]);
  const { bill, problems } = billInvoice(file, {
    ...published,
    subscriptions: account?.subscriptions ?? [],
    goods: goods.map(({ type, ref, name: title, detail, price, onSale }) => ({
      type: v.parse(GoodType, type),
      ref,
      name: title,
      detail,
      price,
      on_sale: onSale,
    })),
  });
  if (!bill) throw new InvoiceError(name, problems);
  return { bill, account };
}

type Priced = { bill: Bill; account: Account | null };

/** Writes an invoice, in one transaction: its own, or an action's. */
export async function createInvoice(deps: CreateDeps, file: InvoiceFile, name: string, begins: Begin = plainly(deps)): Promise<Created> {
  const priced = await priceInvoice(deps, file, name);
  return begins(null, (tx) => insertInvoice(tx, deps, file, name, priced), keptOfWritten);
}

/** What the history keeps of an invoice that was written: by its number it is on the invoice's page. */
export const keptOfWritten = ({ invoice_no: number, total }: Created) => ({ number, total });

/**
 * Writes what was priced: its order with the stock held, its number, its letter, all or nothing. Numbers have no gap
 * and no duplicate, because the publication's row is locked until it is written, and so is that there is one for each
 * reference (`InvoiceFile`) and for an upgrade, unless it was given up. It is for the account of its e-mail address; a
 * first subscription for whom there is none finds its account when it is paid.
 */
export async function insertInvoice(
  tx: Prisma.TransactionClient,
  deps: Pick<CreateDeps, 'clock' | 'config' | 'publication'>,
  file: InvoiceFile,
  name: string,
  { bill, account }: Priced,
): Promise<Created> {
  const { settings } = deps.publication.cached();
  const now = deps.clock();
  const ids = { order: uuidv7(now.getTime()), invoice: uuidv7(now.getTime()), owner: randomUUID(), token: newToken() };
  const due = dueDate(now.toISOString(), file.term);
  const reference = referenceOf(file);
  const { publicationId } = deps.config;
  // First, as everybody locks who locks both: the publication, and then its goods.
  const [counted] = await tx.$queryRaw<{ invoice_number: number }[]>`
    update publication set invoice_number = invoice_number + 1 where id = ${publicationId} returning invoice_number`;
  if (!counted) throw new Error(`there is no publication ${publicationId}`);
  const duplicate = await tx.invoice.findFirst({
    where: { publicationId, reference, order: { state: { not: 'cancelled' } } },
    select: { number: true },
  });
  if (duplicate) throw new InvoiceError(name, [duplicateOf(file, invoiceNumber(settings.invoice_prefix, duplicate.number))]);
  const upgrades = bill.lines.flatMap(({ choice }) => (choice?.type === 'upgrade' ? [choice] : []));
  const asked = account && (await upgradeAskedFor(tx, deps, { subscriber: account.id, upgrades }));
  if (asked !== null) throw new InvoiceError(name, [sameAtBoth(null, deskText('upgrade_asked_for', { number: asked }))]);
  const placed = await insertOrder(tx, {
    id: ids.order,
    publicationId,
    // Nobody's, so that it is never taken for what a reader is about to pay at check-out.
    ownerId: ids.owner,
    cartVersion: 0,
    name: file.name,
    email: file.email,
    ...bill,
    currency: settings.currency,
    receiptToken: newToken(),
    network: null,
    now,
  });
  if (placed !== 'placed') throw new InvoiceError(name, [sameAtBoth(null, REFUSED[placed])]);
  await insertGiftees(tx, publicationId, ids, bill.giftees);
  await tx.$queryRaw`
    insert into invoice (publication_id, owner_id, id, number, token, order_id, term, due_date, billed_to, email_to, accepted_payments,
                         reference, subscriber_id)
    values (${publicationId}, ${ids.owner}::uuid, ${ids.invoice}::uuid, ${counted.invoice_number}, ${ids.token}, ${ids.order}::uuid, ${file.term},
            ${due}::date, ${file.billed_to}, ${file.email_to}, ${file.accepted_payments}, ${reference},
            ${account && (account.isProved || account.subscriptions.length > 0) ? account.id : null}::uuid)`;
  const recipient = file.email_to ?? file.email;
  await postLetter(tx, deps, { kind: 'invoice', subject: ids.invoice, recipient, payload: { token: ids.token } });
  const invoice_no = invoiceNumber(settings.invoice_prefix, counted.invoice_number);
  return { invoice_no, token: ids.token, total: bill.totals.total, due_date: due };
}

/** What tells an invoice from any other: what staff wrote for it, or all that the file says. */
function referenceOf(file: InvoiceFile): string {
  return file.reference ?? `sha256:${createHash('sha256').update(JSON.stringify(file)).digest('hex')}`;
}

function duplicateOf({ reference }: InvoiceFile, number: string): InvoiceProblem {
  if (reference !== null) return sameAtBoth('reference', deskText('reference_taken', { reference, number }));
  return sameAtBoth(null, deskText('invoice_written_already', { number }));
}

/** What is said in the same words at the desk and by the program. */
const sameAtBoth = (field: string | null, told: CodedText): InvoiceProblem => ({ field, told, line: told.inWords({}) });

async function insertGiftees(
  tx: Sql,
  publicationId: string,
  ids: { owner: string; order: string },
  giftees: Bill['giftees'],
): Promise<void> {
  const rows = JSON.stringify(giftees.map((giftee, index) => ({ ...giftee, ordinal: index + 1 })));
  await tx.$queryRaw`
    insert into order_giftee (publication_id, owner_id, order_id, ordinal, name, email, address, lines)
    select ${publicationId}, ${ids.owner}::uuid, ${ids.order}::uuid, ordinal, name, email, nullif(address, 'null'), lines
    from jsonb_to_recordset(${rows}::jsonb) as g(ordinal int, name text, email text, address jsonb, lines jsonb)`;
}

/** Staff say by its e-mail address whose account it is. */
async function findAccount(deps: CreateDeps, typed: string): Promise<Account | null> {
  const email = v.safeParse(Email, typed);
  if (!email.success) return null;
  const { publicationId } = deps.config;
  const account = await deps.db.account.findUnique({
    where: { publicationId_email: { publicationId, email: email.output } },
    select: { id: true, verified: true },
  });
  if (!account) return null;
  return { id: account.id, isProved: account.verified !== null, subscriptions: await readSubscriptions(deps, account.id) };
}
