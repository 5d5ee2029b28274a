/** What an invoice says to whom it refuses. A publication's `messages` override them by key: `invoice.no_card`. */
export const INVOICE_TEXTS = {
  no_card: 'This invoice can be paid by check or wire only.',
  paid: 'This invoice is paid. Nothing was charged.',
  changed: 'This invoice has changed. Please reload the page and look at it again.',
  password: 'Choose a password: the subscription needs an account.',
} as const;
type InvoiceMessage = keyof typeof INVOICE_TEXTS;

export function invoiceMessage(overrides: Record<string, string>, key: InvoiceMessage): string {
  return overrides[`invoice.${key}`] ?? INVOICE_TEXTS[key];
}
