import type { Keys } from '@newsstand/contracts/checkout';
import type { Stripe } from 'stripe';
import type { Deps } from '../../publication/deps.ts';

/** What a page needs to go on with an intent in the browser. */
export function intentKeys(
  { config }: Pick<Deps, 'config'>,
  intent: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'client_secret'>,
): Keys {
  if (intent.client_secret === null) throw new Error('the provider named no client secret');
  return { pubkey: config.stripe.publishableKey, secret: intent.client_secret };
}
