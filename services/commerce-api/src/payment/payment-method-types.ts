import type { Stripe } from 'stripe';
import type { Settings } from '../publication/publication-schema.ts';

type MethodType = Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType;

/** What the provider calls each method of the settings: the wallets are ways to hand over a card. */
const TYPES: Record<Settings['payment_methods'][number], MethodType> = { card: 'card', apple_pay: 'card', google_pay: 'card' };

export function paymentMethodTypes({ payment_methods }: Pick<Settings, 'payment_methods'>): MethodType[] {
  return [...new Set(payment_methods.map((method) => TYPES[method]))];
}
