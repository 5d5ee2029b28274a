import { startStripeEmulator, type StripeEmulator } from '@newsstand/dev-services/stripe-emulator';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { openStripe } from './open-stripe.ts';
import { isUnexpectedState, paymentRefusal } from './payment-refusal.ts';

let emulator: StripeEmulator;
let stripe: Stripe;
beforeAll(async () => {
  emulator = await startStripeEmulator({ port: 0, secretKey: 'sk_test_newsstand', publishableKey: 'pk_test_newsstand' });
  stripe = openStripe({ ...readConfig({}).stripe, apiBase: emulator.url });
});
afterAll(() => emulator.close());

const common = { amount: 4000, currency: 'usd', allowed_payment_method_types: ['card' as const], confirm: true };
const failed = 'There was a problem.';

/** The error as the SDK throws it. */
const errorOf = (params: Stripe.PaymentIntentCreateParams): Promise<unknown> =>
  stripe.paymentIntents.create(params).then(
    () => expect.unreachable('the payment went through'),
    (error: unknown) => error,
  );

test('a declined card asks for another, with the provider’s words and the intent to go on with', async () => {
  const error = await errorOf({ ...common, payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' });
  expect(paymentRefusal(error, 'pk_test_x', failed)).toEqual({
    status: 402,
    checkout_errors: {
      require: 'replace-card',
      message: 'Your card has insufficient funds.',
      intent: expect.stringMatching(/^pi_/),
      keys: { pubkey: 'pk_test_x', secret: expect.stringMatching(/^pi_.*_secret_/) },
    },
  });
});

test('a charge in the reader’s absence that the bank wants confirmed asks for authentication', async () => {
  const customer = await stripe.customers.create({});
  const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: customer.id });
  const error = await errorOf({ ...common, customer: customer.id, payment_method: method.id, off_session: true });
  expect(paymentRefusal(error, 'pk_test_x', failed)?.checkout_errors).toMatchObject({
    require: 'authorize-card',
    intent: expect.any(String),
  });
});

test('a mistake of ours and a provider out of reach are told in the generic words, never as the card’s fault', async () => {
  const generic = { status: 503, checkout_errors: { require: null, message: failed } };
  expect(paymentRefusal(await errorOf({ ...common, amount: 10 }), 'pk_test_x', failed)).toEqual(generic);
  const nowhere = openStripe({ ...readConfig({}).stripe, apiBase: 'http://127.0.0.1:9' });
  const error = await nowhere.paymentIntents.retrieve('pi_1').catch((thrown: unknown) => thrown);
  expect(paymentRefusal(error, 'pk_test_x', failed)).toEqual(generic);
});

test('what is no provider’s error is a bug', () => {
  expect(paymentRefusal(new TypeError('x is not a function'), 'pk_test_x', failed)).toBe(null);
});

test('an intent that can no longer change says so', async () => {
  const intent = await stripe.paymentIntents.create({ ...common, payment_method: 'pm_card_visa' });
  const error = await stripe.paymentIntents.cancel(intent.id).catch((thrown: unknown) => thrown);
  expect(isUnexpectedState(error)).toBe(true);
  expect(isUnexpectedState(new Error('payment_intent_unexpected_state'))).toBe(false);
});
