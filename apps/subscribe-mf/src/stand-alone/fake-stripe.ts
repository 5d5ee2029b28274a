import { declined, fakeStripe as stripe, type FakeOutcome } from '@newsstand/build/fake-stripe';
import type { Script } from './states.ts';

/**
 * The payment provider's script of the stand-alone page: the state says what becomes of a payment, whatever the card.
 */
export const fakeStripe = (script: Script | undefined) => {
  const isDeclined = script === 'declines';
  const outcome = async (): Promise<FakeOutcome> => (isDeclined ? declined() : { paymentIntent: { status: 'succeeded' } });
  return stripe({ pay: outcome, ask: outcome, status: () => (isDeclined ? 'requires_payment_method' : 'succeeded') });
};
