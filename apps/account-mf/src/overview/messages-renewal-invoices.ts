/** Texts of unpaid invoices by which a subscription goes on: with the part that says it. */
export const renewalInvoiceMessages = {
  'account.invoice_renews':
    'There is an invoice by which your subscription goes on. What you renew otherwise is charged besides, and is added to it.',
  'account.invoice_renews_which': 'Invoice {number}, {total}, due {date}',
} as const;
