// A stand-in for Stripe.js in development and tests, served by the emulator. It runs on the product's pages, under
// their policy: no eval, no HTML from text.
import type { Stripe, StripeElementsOptionsClientSecret } from '@stripe/stripe-js';
import { confirmIntent, type ConfirmOptions } from './confirm.ts';
import { createElements } from './elements.ts';
import { IntegrationError } from './integration-error.ts';
import { completeActions, resultOf, retrieveIntent } from './intents.ts';

const TRAIN = 'endive'; // the release train that @stripe/stripe-js expects

function createStripe(key: string) {
  if (!key.startsWith('pk_test_')) throw new IntegrationError('The stand-in for Stripe.js takes only keys that begin with pk_test_.');
  const emulated = {
    elements: (options: StripeElementsOptionsClientSecret = {}) => createElements(key, options),
    confirmPayment: (options: ConfirmOptions) => confirmIntent(key, options),
    confirmSetup: (options: ConfirmOptions) => confirmIntent(key, options),
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      const intent = await retrieveIntent(key, clientSecret);
      if (intent.error === undefined && intent.status !== 'requires_action') {
        throw new IntegrationError(`handleNextAction: The ${intent.object} supplied is not in the requires_action state.`);
      }
      return completeActions(key, clientSecret, intent);
    },
    retrievePaymentIntent: async (clientSecret: string) => resultOf(await retrieveIntent(key, clientSecret)),
    retrieveSetupIntent: async (clientSecret: string) => resultOf(await retrieveIntent(key, clientSecret)),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined, // @stripe/stripe-js calls it on load
  } satisfies Partial<Record<keyof Stripe | '_registerWrapper', unknown>>;
  return new Proxy(emulated, { get: (target, name) => Reflect.get(target, name) ?? missing(name) });
}

/** A method that is not here says so when it is called; `then` stays away, so that the object can be awaited. */
function missing(name: string | symbol): unknown {
  if (name === 'then' || typeof name === 'symbol') return undefined;
  return () => {
    throw new IntegrationError(`The stand-in for Stripe.js has no ${name}().`);
  };
}

Object.assign(window, { Stripe: Object.assign(createStripe, { version: TRAIN }) });
