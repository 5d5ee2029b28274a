import { ToldRefusal } from '../../platform/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { releaseOrder } from '../release-order.ts';
import { inTransaction, type Within } from './within.ts';
import { findPayable } from './find-payable.ts';

/**
 * Gives an invoice up that is not paid: its page is gone, its goods go back on the shelf, its number stays used. Refuses (404) an unknown number and
 * (409) one that was paid, or whose payment is under way.
 */
export async function cancelInvoice(deps: Deps, number: number, within: Within = inTransaction(deps)): Promise<void> {
  const invoice = await findPayable(deps, { number });
  if (!invoice) throw new ToldRefusal(deskText('no_invoice_with_number', { number }));
  const isOpen = invoice.order.state === 'started' && (await releaseOrder(deps, invoice.order, within)).type === 'again';
  const left = await findPayable(deps, { number });
  if (!isOpen || left) throw new ToldRefusal(deskText('invoice_stands'));
}
