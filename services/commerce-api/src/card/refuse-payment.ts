import { Stripe } from 'stripe';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { cardMessage, type CardMessage } from './messages.ts';

type RefuseDeps = Pick<Deps, 'publication' | 'log'>;

/** A refusal in one of this feature's texts. */
export function cardRefusal({ publication }: Pick<Deps, 'publication'>, status: 402 | 404 | 409 | 503, key: CardMessage): Refusal {
  const { messages, settings } = publication.cached();
  return new Refusal(status, cardMessage(messages, key, settings.support_address));
}

/** Runs what asks the provider: a card's refusal speaks with the provider's words (402), anything else of the provider's is the generic text (503). */
export async function asking<Answer>(deps: RefuseDeps, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new Refusal(402, error.message);
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    deps.log.warn({ err: error }, 'the payment provider did not do what was asked');
    throw cardRefusal(deps, 503, 'failed');
  }
}
