import type { Stripe } from 'stripe';
import type { Deps } from '../../publication/deps.ts';
import { isUnexpectedState } from './payment-refusal.ts';

/**
 * Cancels an intent, however often it is asked. `stands`: it was paid, or its payment is under way. `options`: how long
 * the provider is waited for.
 */
export async function cancelIntent(
  { stripe }: Pick<Deps, 'stripe'>,
  intent: string,
  options: Pick<Stripe.RequestOptions, 'timeout' | 'maxNetworkRetries'> = {},
): Promise<'canceled' | 'stands'> {
  try {
    await stripe.paymentIntents.cancel(intent, { cancellation_reason: 'abandoned' }, options);
    return 'canceled';
  } catch (error) {
    if (!isUnexpectedState(error)) throw error;
    const { status } = await stripe.paymentIntents.retrieve(intent, {}, options);
    return status === 'canceled' ? 'canceled' : 'stands';
  }
}
