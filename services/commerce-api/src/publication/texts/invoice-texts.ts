import { catalogue } from '../../platform/http/coded-text.ts';

/** What an invoice says to whom it refuses. A publication's `messages` override them by key: `invoice.no_card`. */
export const INVOICE_TEXTS = {
  no_card: 'This invoice can be paid by check or wire only.',
  paid: 'This invoice is paid. Nothing was charged.',
  changed: 'This invoice has changed. Please reload the page and look at it again.',
  superseded:
    'This invoice cannot be paid any more: nothing is left to upgrade, because the subscription was upgraded in another way meanwhile, or has ended. If you have a question, please write to {support}.',
  on_its_way:
    'Another payment for this upgrade is on its way, so this invoice cannot be paid now. If you have a question, please write to {support}.',
  password: 'Choose a password: the subscription needs an account.',
} as const;

export const invoiceText = catalogue('invoice', INVOICE_TEXTS);
