import { invoiceNumber } from '@newsstand/contracts/invoice';
import type { Deps } from '../../publication/deps.ts';

/** `EXC-007`: an invoice as its page names it. */
export function invoiceName({ publication }: Pick<Deps, 'publication'>, { number }: { number: number }): string {
  return invoiceNumber(publication.cached().settings.invoice_prefix, number);
}
