import type { Decline } from './cards.ts';
import { StripeFault } from './fault.ts';

/**
 * The 402 that stripe-node turns into a StripeCardError; `details` carries the intent, the charge and the payment
 * method.
 */
export function cardError(decline: Decline, details: Record<string, unknown>): StripeFault {
  return new StripeFault(402, { type: 'card_error', ...decline, doc_url: documentation(decline.code), ...details });
}

export function documentation(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;
}
