import { ToldRefusal } from '../../platform/http/staff-refusal.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { invoiceNumber } from '@newsstand/contracts/invoice';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { postLetter } from '../../letters/post-letter.ts';
import { releaseOrder } from '../intents/release-order.ts';
import { inOwnTransaction, type InTransaction } from './in-transaction.ts';
import { findPayable, type Payable } from './find-payable.ts';

/**
 * Gives an invoice up that is not paid: its page is gone, its goods go back on the shelf, its number stays used, and
 * whoever has it is told not to pay it. Refuses (404) an unknown number and (409) one that was paid, or whose payment
 * is under way.
 */
export async function cancelInvoice(deps: Deps, number: number, within: InTransaction = inOwnTransaction(deps)): Promise<void> {
  const invoice = await findPayable(deps, { number });
  if (!invoice) throw new ToldRefusal(deskText('no_invoice_with_number', { number }));
  const told: InTransaction = (work) =>
    within(async (tx) => {
      const done = await work(tx);
      if (done) await tellCancelled(tx, deps, invoice);
      return done;
    });
  const isOpen = invoice.order.state === 'started' && (await releaseOrder(deps, invoice.order, told)).type === 'again';
  const left = await findPayable(deps, { number });
  if (!isOpen || left) throw new ToldRefusal(deskText('invoice_stands'));
}

/** Whom an invoice went to, as far as its letter did not wait still: then nobody has it. */
export async function holderOf(tx: Sql, { id }: Pick<Payable, 'id'>): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ email: string }[]>`
    select coalesce(i.email_to, o.email) as email from invoice i join "order" o on o.id = i.order_id
    where i.id = ${id}::uuid and not exists (select from outbox w where w.kind = 'invoice' and w.subject = i.id::text and (w.sent is null or w.unwritten is not null))`;
  return row?.email ?? null;
}

/** Tells whoever has an invoice that it is cancelled; answers whom, null for nobody. */
export async function tellCancelled(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'config' | 'clock' | 'publication'>,
  invoice: Pick<Payable, 'id' | 'number'> & { order: Pick<Payable['order'], 'name' | 'total'> },
): Promise<string | null> {
  const recipient = await holderOf(tx, invoice);
  if (recipient === null) return null;
  const { name, total } = invoice.order;
  const number = invoiceNumber(deps.publication.cached().settings.invoice_prefix, invoice.number);
  const payload = { name, guest: true, number, amount: total };
  await postLetter(tx, deps, { kind: 'invoice-cancelled', subject: invoice.id, recipient, payload });
  return recipient;
}
