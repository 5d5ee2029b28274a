import type { Stripe } from 'stripe';
import type { Card } from './claim-order.ts';

/** What paid, as a receipt names it: a card's brand or `bank_account`, and the last four digits. */
export function cardOf({ payment_method: method }: Stripe.PaymentIntent): Card | null {
  if (method === null || typeof method === 'string') return null;
  if (method.card) return { type: method.card.brand, last_four: method.card.last4 };
  if (method.us_bank_account) return { type: 'bank_account', last_four: method.us_bank_account.last4 ?? '' };
  return null;
}
