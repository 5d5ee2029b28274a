import type { CheckoutErrors } from '@newsstand/contracts/checkout';
import { Stripe } from 'stripe';

/** 402: the card was refused. 503: the provider could not be asked, or did not understand us; trying again may work. */
export type PaymentRefusal = { status: 402 | 503; checkout_errors: CheckoutErrors };

/** A payment that cannot go on without the reader, though the provider refused nothing. */
export class PaymentRefused extends Error {
  readonly errors: CheckoutErrors;

  constructor(errors: CheckoutErrors) {
    super(`the payment needs its payer: ${String(errors.require)}`);
    this.name = 'PaymentRefused';
    this.errors = errors;
  }
}

/**
 * The one mapping from a provider's error to what the page must do next (section 4). `failed` is section 8's generic
 * text: only a card's refusal speaks with the provider's words, and only a card's refusal asks for another card; the
 * page adds what section 8 adds. Null for a bug.
 */
export function paymentRefusal(error: unknown, pubkey: string, failed: string): PaymentRefusal | null {
  if (error instanceof PaymentRefused) return { status: 402, checkout_errors: error.errors };
  if (error instanceof Stripe.errors.StripeCardError) return { status: 402, checkout_errors: cardErrors(error, pubkey) };
  if (error instanceof Stripe.errors.StripeError) return { status: 503, checkout_errors: { require: null, message: failed } };
  return null;
}

function cardErrors(
  { code, message, payment_intent: intent }: InstanceType<typeof Stripe.errors.StripeCardError>,
  pubkey: string,
): CheckoutErrors {
  return {
    require: code === 'authentication_required' ? 'authorize-card' : 'replace-card',
    message,
    ...(intent && { intent: intent.id }),
    ...(intent?.client_secret && { keys: { pubkey, secret: intent.client_secret } }),
  };
}

/** The intent is in a state that does not allow what was asked: it was paid, canceled or is on its way. */
export function isUnexpectedState(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'payment_intent_unexpected_state';
}
