import { Stripe } from 'stripe';
import type { Deps } from '../../publication/deps.ts';

/**
 * Refunds what nobody is to have paid, all of it, once: the provider forgets a key after a day, and then says that
 * there is nothing left to refund.
 */
export async function refundIntent({ stripe }: Pick<Deps, 'stripe'>, intent: string): Promise<void> {
  try {
    await stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: `refund:${intent}` });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'charge_already_refunded')) throw error;
  }
}
