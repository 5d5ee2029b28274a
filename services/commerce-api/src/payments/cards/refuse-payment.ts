import { Stripe } from 'stripe';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { cardText } from '../../publication/texts/card-texts.ts';

type RefuseDeps = Pick<Deps, 'log'>;

/**
 * Runs what asks the provider: a card's refusal speaks with the provider's words (402), anything else of the provider's
 * is the generic text (503).
 */
export async function asking<Answer>(deps: RefuseDeps, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new Refusal(402, cardText('provider', { message: error.message }));
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    deps.log.warn({ err: error }, 'the payment provider did not do what was asked');
    throw new Refusal(503, cardText('failed'));
  }
}
