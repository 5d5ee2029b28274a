import type { Stripe } from 'stripe';

/** `wallet`: what handed the card over, such as `apple_pay`. */
export type Card = { type: string; last_four: string; wallet?: string };
/** A customer of the card provider's, and the card of theirs that may be charged again. */
export type Payer = { customer: string; method: string };

/** What paid, as a receipt names it: a card's brand or `bank_account`, and the last four digits. */
export function cardOf({ payment_method: method }: Stripe.PaymentIntent): Card | null {
  if (method === null || typeof method === 'string') return null;
  if (method.card) return { type: method.card.brand, last_four: method.card.last4, ...walletOf(method.card) };
  if (method.us_bank_account) return { type: 'bank_account', last_four: method.us_bank_account.last4 ?? '' };
  return null;
}

/** What handed the card over, for who knows the card by it; nothing for a card that was typed. */
export function walletOf({ wallet }: Stripe.PaymentMethod.Card): { wallet?: string } {
  return wallet ? { wallet: wallet.type } : {};
}

/**
 * Who can be charged again, and how; null where that was not agreed to, with this payment or, for a card on record,
 * before.
 */
export function payerOf({ customer: named, payment_method: method, setup_future_usage: future }: Stripe.PaymentIntent): Payer | null {
  if (named === null || method === null) return null;
  const customer = idOf(named);
  const isOnRecord = typeof method !== 'string' && method.customer !== null && idOf(method.customer) === customer;
  return future === 'off_session' || isOnRecord ? { customer, method: idOf(method) } : null;
}

/** Of what the provider answers as an id or, expanded, as an object. */
export function idOf(named: string | { id: string }): string {
  return typeof named === 'string' ? named : named.id;
}
