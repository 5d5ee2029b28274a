import type { Stripe } from 'stripe';
import type { Settings } from '../../publication/publication-schema.ts';

type MethodType = Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType;
type Methods = Pick<Settings, 'payment_methods'>;

/** What the provider calls each method of the settings: the wallets are ways to hand over a card. */
const TYPES: Record<Settings['payment_methods'][number], MethodType> = {
  card: 'card',
  apple_pay: 'card',
  google_pay: 'card',
  us_bank_account: 'us_bank_account',
};

export function paymentMethodTypes({ payment_methods }: Methods): MethodType[] {
  return [...new Set(payment_methods.map((method) => TYPES[method]))];
}

/**
 * A bank account is verified while its holder is there, or not taken: the small deposits that would do it otherwise
 * need days, and no order waits so long.
 */
export function bankAccountOptions({ payment_methods }: Methods): { us_bank_account?: { verification_method: 'instant' } } {
  return payment_methods.includes('us_bank_account') ? { us_bank_account: { verification_method: 'instant' } } : {};
}
