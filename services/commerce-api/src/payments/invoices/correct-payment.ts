import { ToldRefusal } from '../../platform/http/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { checkReceived } from './check-received.ts';
import { findPayable } from './find-payable.ts';
import type { Received } from '../settle/mark-paid.ts';
import { inOwnTransaction, type InTransaction } from './in-transaction.ts';
import { invoiceName } from './invoice-name.ts';

/**
 * Puts right how and when a check or a wire was received, where staff wrote it down wrongly; without a reference or a
 * name those stay. That it was paid, and what that gave, stays. Refuses (404) an unknown number, (409) an invoice that
 * is not paid or was paid by card, and (422) a day that cannot be.
 */
export async function correctPayment(
  deps: Deps,
  { number, method, received, reference, recordedBy }: Received & { number: number },
  within: InTransaction = inOwnTransaction(deps),
): Promise<void> {
  const invoice = await findPayable(deps, { number });
  if (!invoice) throw new ToldRefusal(deskText('no_invoice_named', { number: invoiceName(deps, { number }) }));
  checkReceived(deps, invoice, received);
  const where = { publicationId: deps.config.publicationId, invoiceId: invoice.id, method: { not: 'card' } };
  const changes = { ...(reference !== null && { reference }), ...(recordedBy !== null && { recordedBy }) };
  const corrected = await within(async (tx) => {
    const { count } = await tx.invoicePayment.updateMany({ where, data: { method, received: new Date(received), ...changes } });
    return count > 0;
  });
  if (!corrected) throw new ToldRefusal(deskText('payment_not_recorded', { number: invoiceName(deps, { number }) }));
}
