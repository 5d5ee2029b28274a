import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StripeEmulator } from '../stripe-emulator.ts';
import { CONTRACT_VERSION, isServed, parseParams, violationsOf } from './contract.ts';
import { parseForm } from './form.ts';
import { endpointOf, routes } from './routes.ts';
import { fromBrowser, sdkFor, startEmulated } from './testing.ts';

type Exchange = { endpoint: string; violations: string[] };
const exchanges: Exchange[] = [];
let emulator: StripeEmulator;
let stripe: Stripe;

beforeAll(async () => {
  ({ emulator } = await startEmulated());
  stripe = sdkFor(emulator, { httpClient: Stripe.createFetchHttpClient(recordingFetch) });
});
afterAll(() => emulator.close());

/** Checks what really goes over the wire, on the SDK's side of it. */
async function recordingFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const method = init?.method ?? 'GET';
  const { endpoint } = endpointOf(method, url.pathname);
  const response = await fetch(input, init);
  const form = parseForm(method === 'POST' ? String(init?.body ?? '') : url.search.slice(1));
  if (isServed(endpoint)) parseParams(endpoint, form);
  exchanges.push({ endpoint, violations: objectsIn(await response.clone().json()).flatMap(violationsOf) });
  return response;
}

/** Each Stripe object in an answer, however deep. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(objectsIn);
  return 'object' in value && 'id' in value ? [value, ...within] : within;
}

test('every request and every answer of a walk through the API is as stripe-node describes it', async () => {
  const customer = await stripe.customers.create({ email: 'reader@example.com', name: 'Reader', metadata: { account: '1' } });
  await stripe.customers.update(customer.id, { name: 'A Reader', metadata: { account: '2' } });
  await stripe.customers.retrieve(customer.id);
  const method = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: customer.id });
  await stripe.paymentMethods.retrieve(method.id, { expand: ['customer'] });
  await stripe.customers.listPaymentMethods(customer.id, { type: 'card', expand: ['data.customer'] });
  const ach = { routing_number: '110000000', account_number: '000123456789', account_holder_type: 'individual' } as const;
  await stripe.paymentMethods.create({ type: 'us_bank_account', us_bank_account: ach, billing_details: { name: 'Reader' } });

  const draft = await stripe.paymentIntents.create({
    amount: 4000,
    currency: 'usd',
    customer: customer.id,
    allowed_payment_method_types: ['card', 'us_bank_account'],
    setup_future_usage: 'off_session',
    payment_method_options: { card: { setup_credential_usage: 'recurring' } },
    metadata: { order: 'o1' },
    receipt_email: 'reader@example.com',
  });
  await stripe.paymentIntents.update(draft.id, { amount: 4500, setup_future_usage: '' });
  await stripe.paymentIntents.confirm(draft.id, { payment_method: 'pm_card_visa_chargeDeclined' }).catch(() => undefined);
  await stripe.paymentIntents.confirm(draft.id, { payment_method: method.id });
  const paid = await stripe.paymentIntents.retrieve(draft.id, { expand: ['latest_charge', 'payment_method', 'customer'] });
  await stripe.paymentIntents.list({ customer: customer.id, limit: 1 });
  if (paid.latest_charge === null || typeof paid.latest_charge === 'string') throw new Error('the charge is not expanded');
  await stripe.charges.retrieve(paid.latest_charge.id, { expand: ['payment_intent'] });
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 500, reason: 'requested_by_customer' });
  await stripe.refunds.retrieve(refund.id);
  await stripe.refunds.list({ payment_intent: paid.id });
  await stripe.disputes.list({ payment_intent: paid.id });
  await stripe.disputes.retrieve(emulator.control.dispute(paid.id), { expand: ['charge'] });
  const abandoned = await stripe.paymentIntents.create({ amount: 999, currency: 'usd' });
  await stripe.paymentIntents.cancel(abandoned.id, { cancellation_reason: 'abandoned' });

  const setup = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session', allowed_payment_method_types: ['card'] });
  await stripe.setupIntents.update(setup.id, { metadata: { purpose: 'account-card' } });
  await stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_authenticationRequired' });
  await stripe.setupIntents.retrieve(setup.id, { expand: ['payment_method'] });
  await stripe.setupIntents.cancel((await stripe.setupIntents.create({ customer: customer.id })).id);
  await stripe.paymentMethods.detach(method.id);
  const [latest] = (await stripe.events.list({ limit: 3 })).data;
  await stripe.events.retrieve(latest?.id ?? '');
  await stripe.customers.del(customer.id);

  expect(exchanges.filter((exchange) => exchange.violations.length > 0)).toEqual([]);
  expect(emulator.control.state().violations).toEqual([]);
  expect(new Set(exchanges.map((exchange) => exchange.endpoint))).toEqual(new Set(Object.keys(routes)));
});

test('a browser, which never sees an intent’s private fields, makes no answer a breach of the contract', async () => {
  const { client_secret: secret, id } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
  const confirm = (number: string) =>
    fromBrowser(emulator, `/v1/payment_intents/${id}/confirm`, {
      client_secret: secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    });
  const declined = await confirm('4000000000000002');
  expect(declined).toMatchObject({ status: 402, body: { error: { payment_intent: { id } } } });
  expect(declined.body.error.payment_intent).not.toHaveProperty('amount_capturable');
  expect(await confirm('4000002760003184')).toMatchObject({ status: 200, body: { status: 'requires_action' } });
  expect(emulator.control.state().violations).toEqual([]);
});

test('the contract is that of the installed SDK; if not, `npm run contract` was forgotten', () => {
  expect(CONTRACT_VERSION).toBe(Stripe.PACKAGE_VERSION);
});

test('an answer that lacks a field, or has one too many, is noticed', async () => {
  const intent: object = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
  const { object } = { object: 'payment_intent', ...intent };
  expect(violationsOf({ ...intent, object })).toEqual([]);
  expect(violationsOf({ ...intent, object, surprise: 1 })).toEqual([expect.stringContaining('additional properties')]);
  expect(violationsOf({ ...intent, object, amount: '500' })).toEqual([expect.stringContaining('must be number')]);
  expect(violationsOf({ object, id: 'pi_1' })[0]).toContain('required');
});

test.each([
  ['an unknown parameter', { amount: '500', currency: 'usd', bogus: '1' }, { code: 'parameter_unknown', param: 'bogus' }],
  [
    'payment_method_types, which Stripe gave up',
    { amount: '500', currency: 'usd', payment_method_types: ['card'] },
    { code: 'payment_method_types_no_longer_supported' },
  ],
  ['a missing currency', { amount: '500' }, { code: 'parameter_missing', param: 'currency' }],
  ['an amount that is no number', { amount: 'much', currency: 'usd' }, { param: 'amount' }],
])('%s is refused in Stripe’s words', (_what, form, error) => {
  expect(() => parseParams('POST /v1/payment_intents', form)).toThrow(expect.objectContaining({ body: expect.objectContaining(error) }));
});
