/** Every word of our letters. A publication's `messages` override them by key: `mail.receipt_subject`. */
const MESSAGES = {
  receipt_subject: 'Your receipt from {publication} ({number})',
  receipt_preheader: 'Order {number}, {total}. Thank you.',
  receipt_heading: 'Thank you for your order',
  receipt_greeting: 'Dear {name},',
  receipt_intro: 'Your payment has arrived. Below is everything that you bought; keep this letter as your receipt.',
  receipt_intro_gratis: 'Your order is complete and there was nothing to pay. Below is everything that it holds.',
  receipt_button: 'View your receipt',
  receipt_number: 'Receipt',
  receipt_date: 'Date',
  receipt_card: 'Paid with',
  receipt_card_value: '{type} ending in {last_four}',
  receipt_goods: 'Items',
  receipt_shipping: 'Shipping',
  receipt_discount: 'Discount',
  receipt_waived: 'Too small to charge, waived',
  receipt_total: 'Total',
  receipt_free: 'FREE',
  receipt_quantity: '{quantity} × {price}',
  receipt_address: 'We are sending it to',
  receipt_help: 'A question, or something not right? Write to {support} and name your receipt number.',
  footer: 'You receive this letter because this address was used for an order at {publication}.',
} as const;

export type MailKey = keyof typeof MESSAGES;
export type Wording = (key: MailKey, values?: Record<string, string | number>) => string;

/** The texts of the letters with a publication's own wording laid over them. A placeholder without a value stays as it is, so that it is seen. */
export function wording(overrides: Record<string, string>): Wording {
  return (key, values = {}) => {
    const text = overrides[`mail.${key}`] ?? MESSAGES[key];
    return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  };
}
