import { createMessages, type Translate } from '@newsstand/ui/messages';
import { pageMessages } from '../messages-pages.ts';

/** The texts of the invoice, which only its page fetches. Otherwise the same as messages.ts. */
export const invoiceMessages = {
  ...pageMessages,
  'checkout.invoice': 'Invoice',
  'checkout.invoice_number': 'Number',
  'checkout.invoice_date': 'Date',
  'checkout.invoice_terms': 'Terms',
  'checkout.invoice_net': 'NET {term}',
  /** Section 8, with its own grammar. */
  'checkout.invoice_failed':
    'You order failed to completed due to the following error: {message}. You can attempt to pay again by clicking Proceed to Payment below.',
  'checkout.invoice_due': 'Due',
  'checkout.invoice_past_due': 'Past Due',
  'checkout.invoice_paid_mark': 'Paid',
  'checkout.invoice_billed_to': 'Billed to',
  'checkout.invoice_giftees': 'For',
  'checkout.invoice_giftee_goods': '{qty} × {name}',
  'checkout.invoice_upgrade': 'Upgrade',
  'checkout.invoice_upgrade_change': 'From {from} to {to}',
  'checkout.invoice_digital': 'Digital',
  'checkout.invoice_print_to': 'Print, {zone}',
  'checkout.invoice_pay': 'Pay this invoice',
  'checkout.invoice_pay_due': '{total} is due by {due}.',
  'checkout.invoice_pay_past_due': '{total} was due by {due}.',
  'checkout.invoice_paid': 'This invoice was paid on {date}. Thank you.',
  'checkout.invoice_processing':
    'Your payment is being processed. A bank may need some days; the receipt then comes to {email}. There is nothing more for you to do.',
  'checkout.invoice_processing_renews':
    'Once it is paid, your subscription renews by itself, as you chose; you can switch that off in your account at any time.',
  'checkout.invoice_processing_kept': 'Your bank account is then on record in your account, as you chose.',
  'checkout.invoice_superseded_done':
    'This invoice cannot be paid any more: nothing is left to upgrade, because the subscription was upgraded in another way meanwhile, or has ended. If you have a question, please write to {support_address}.',
  'checkout.invoice_superseded_on-its-way':
    'Another payment for this upgrade is on its way, so this invoice cannot be paid now. If you have a question, please write to {support_address}.',
  'checkout.invoice_check_only': 'This invoice is paid by check or wire.',
  'checkout.invoice_check_or_wire': 'By check or wire',
  'checkout.invoice_check': 'Check',
  'checkout.invoice_wire': 'Wire',
  'checkout.invoice_account': 'Your account',
  'checkout.invoice_account_by_code':
    'The subscription is read and changed in an account. You log in to it with a code that we mail to {email}.',
  'checkout.invoice_account_note': 'The subscription is read and changed in an account. Choose a password for {email}.',
  'checkout.invoice_print': 'Print this invoice',
  'checkout.invoice_pdf': 'Download PDF',
  'checkout.invoice_missing_title': 'No invoice here',
  'checkout.invoice_missing':
    'We could not find an invoice behind this link. Check the link in your email, or write to {support_address} and we will find it together.',
} as const;

export type T = Translate<typeof invoiceMessages>;
export const invoiceTexts = (overrides: Readonly<Record<string, string>>): T => createMessages(invoiceMessages, overrides);
