import { UNTOLD, type DeskReason } from '@newsstand/contracts/desk-verbs';
import * as v from 'valibot';
import { ToldRefusal } from '../../platform/http/staff-refusal.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { CancelledWhy } from '../../letters/account-bodies.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { releaseOrder } from '../intents/release-order.ts';
import { inOwnTransaction, type InTransaction } from './in-transaction.ts';
import { findPayable, type Payable } from './find-payable.ts';

/**
 * Gives an invoice up that is not paid: its page is gone, its goods go back on the shelf, its number stays used, and
 * whoever has it is told not to pay it, and why. Refuses (404) an unknown number and (409) one that was paid, or whose
 * payment is under way.
 */
export async function cancelInvoice(
  deps: Deps,
  number: number,
  { reason, within = inOwnTransaction(deps) }: { reason?: DeskReason | undefined; within?: InTransaction } = {},
): Promise<void> {
  const invoice = await findPayable(deps, { number });
  if (!invoice) throw new ToldRefusal(deskText('no_invoice_with_number', { number }));
  const told: InTransaction = (work) =>
    within(async (tx) => {
      const done = await work(tx);
      if (done) await tellCancelled(tx, deps, invoice, { reason, why: v.is(CancelledWhy, reason) ? reason : undefined });
      return done;
    });
  const isOpen = invoice.order.state === 'started' && (await releaseOrder(deps, invoice.order, told)).type === 'again';
  const left = await findPayable(deps, { number });
  if (!isOpen || left) throw new ToldRefusal(deskText('invoice_stands'));
}

/**
 * Whom an invoice went to, as far as its letter did not wait still: then nobody has it; nor is its reader written to
 * for some reasons.
 */
export async function holderOf(tx: Sql, { id }: Pick<Payable, 'id'>, reason: DeskReason | undefined): Promise<string | null> {
  const untold = UNTOLD.some((one) => one === reason);
  const [row] = await tx.$queryRaw<{ email: string | null }[]>`
    select coalesce(i.email_to, case when ${untold} then null else o.email end) as email from invoice i join "order" o on o.id = i.order_id
    where i.id = ${id}::uuid and not exists (select from outbox w where w.kind = 'invoice' and w.subject = i.id::text and (w.sent is null or w.unwritten is not null))`;
  return row?.email ?? null;
}

/** Tells whoever has an invoice that it is cancelled, and why; answers whom, null for nobody. */
export async function tellCancelled(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'config' | 'clock' | 'publication'>,
  invoice: Pick<Payable, 'id' | 'number'> & { order: Pick<Payable['order'], 'name' | 'total'> },
  { reason, why }: { reason: DeskReason | undefined; why: CancelledWhy | undefined },
): Promise<string | null> {
  const recipient = await holderOf(tx, invoice, reason);
  if (recipient === null) return null;
  const { name, total } = invoice.order;
  const number = invoiceNumber(deps.publication.cached().settings.invoice_prefix, invoice.number);
  const payload = { name, guest: true, number, amount: total, ...(why !== undefined && { why }) };
  await postLetter(tx, deps, { kind: 'invoice-cancelled', subject: invoice.id, recipient, payload });
  return recipient;
}
