import { invoiceNumber } from '@newsstand/contracts/invoice';
import type { Renewing } from '@newsstand/contracts/subscription';
import type { Deps } from '../../publication/deps.ts';
import { findUnpaidInvoices } from './find-unpaid-invoices.ts';

/**
 * The unpaid invoices by which a reader's own subscription would begin or go on, the oldest first: whoever renews must
 * know of them, or pays twice.
 */
export async function findRenewalInvoices(
  { db, config, publication }: Pick<Deps, 'db' | 'config' | 'publication'>,
  subscriberId: string,
): Promise<NonNullable<Renewing['invoices']>> {
  const { publicationId } = config;
  const unpaid = await findUnpaidInvoices(db, { publicationId, subscriberId, type: 'personal-subscription' });
  return unpaid.map(({ number, token, dueDate, order }) => ({
    invoice_no: invoiceNumber(publication.cached().settings.invoice_prefix, number),
    token,
    total: order.total,
    due_date: dueDate.toISOString().slice(0, 10),
    processing: order.state === 'processing',
  }));
}
