import type { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StripeEmulator } from './stripe-emulator.ts';
import { startStripeEmulator } from './stripe-emulator.ts';
import { fromBrowser, KEYS, sdkFor, startEmulated } from './stripe/testing.ts';

let emulator: StripeEmulator;
let stripe: Stripe;
beforeEach(async () => ({ emulator, stripe } = await startEmulated()));
afterEach(() => emulator.close());

const card = (number: string) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2034',
  'payment_method_data[card][cvc]': '123',
});
const pay = (params: Partial<Stripe.PaymentIntentCreateParams>, options?: Stripe.RequestOptions) =>
  stripe.paymentIntents.create(
    { amount: 4000, currency: 'usd', allowed_payment_method_types: ['card', 'us_bank_account'], ...params },
    options,
  );
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: Stripe.errors.StripeError) => error,
  );
const challenge = (intent: { client_secret: string | null }, outcome: 'succeeded' | 'failed') =>
  fromBrowser(emulator, '/v1/3ds2/authenticate', { client_secret: intent.client_secret ?? '', outcome });
const setUp = async (method: string) => {
  const customer = (await stripe.customers.create({})).id;
  const intent = await stripe.setupIntents.create({
    customer,
    payment_method: method,
    confirm: true,
    allowed_payment_method_types: ['card'],
  });
  if (intent.status === 'requires_action') await challenge(intent, 'succeeded');
  const { payment_method } = await stripe.setupIntents.retrieve(intent.id);
  return { customer, payment_method: String(payment_method) };
};
const captured = () => emulator.control.state().captured;

describe('cards', () => {
  test('a test card is charged', async () => {
    const intent = await pay({ payment_method: 'pm_card_visa', confirm: true });
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 4000 });
    expect(captured()).toBe(4000);
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  ])('%s is declined with its code, and the intent remembers why', async (method, code, decline_code, message) => {
    const error = await failure(pay({ payment_method: method, confirm: true }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code, message });
    const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '');
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code, decline_code } });
    expect(captured()).toBe(0);
  });

  test('a real card number is refused', async () => {
    const intent = await pay({});
    const answer = await fromBrowser(emulator, `/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      ...card('4111111111111111'),
    });
    expect(answer).toMatchObject({ status: 402, body: { error: { decline_code: 'test_mode_live_card' } } });
    expect(JSON.stringify(emulator.control.state())).not.toContain('1111');
  });

  test('a detached card cannot be used again', async () => {
    const customer = await stripe.customers.create({});
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    await stripe.paymentMethods.detach(method.id);
    expect(await failure(pay({ payment_method: method.id, confirm: true }))).toMatchObject({ type: 'StripeInvalidRequestError' });
  });
});

describe('authentication', () => {
  test('a card that asks is charged once the reader authenticates', async () => {
    const intent = await pay({
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      use_stripe_sdk: true,
      return_url: 'http://localhost/',
    });
    expect(intent.status).toBe('requires_action');
    expect(captured()).toBe(0);
    expect((await challenge(intent, 'succeeded')).body).toMatchObject({ status: 'succeeded' });
    expect(captured()).toBe(4000);
  });

  test('a reader who fails to authenticate may try another card', async () => {
    const intent = await pay({ payment_method: 'pm_card_authenticationRequired', confirm: true, use_stripe_sdk: true });
    expect((await challenge(intent, 'failed')).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).status).toBe('succeeded');
  });

  test('a card that was set up is charged off-session without a question', async () => {
    const saved = await setUp('pm_card_authenticationRequiredOnSetup');
    expect((await pay({ ...saved, off_session: true, confirm: true })).status).toBe('succeeded');
  });

  test('a card that always asks is declined off-session, and its intent is paid once the reader authenticates', async () => {
    const saved = await setUp('pm_card_authenticationRequired');
    const error = await failure(pay({ ...saved, off_session: true, confirm: true }));
    expect(error).toMatchObject({ code: 'authentication_required', payment_intent: { status: 'requires_payment_method' } });
    const client_secret = error.payment_intent?.client_secret ?? '';
    const path = `/v1/payment_intents/${error.payment_intent?.id}/confirm`;
    const confirmed = await fromBrowser(emulator, path, { client_secret, payment_method: saved.payment_method });
    expect(confirmed.body).toMatchObject({ status: 'requires_action' });
    expect((await challenge({ client_secret }, 'succeeded')).body).toMatchObject({ status: 'succeeded' });
  });

  test('a payment confirmed without Stripe.js leads through the bank’s page and back', async () => {
    const intent = await pay({ payment_method: 'pm_card_authenticationRequired', confirm: true, return_url: 'http://localhost:1/back' });
    const bank = intent.next_action?.redirect_to_url?.url ?? '';
    expect(await (await fetch(bank)).text()).toContain('Complete authentication');
    const answer = await fetch(bank, { method: 'POST', body: new URLSearchParams({ outcome: 'succeeded' }), redirect: 'manual' });
    expect(answer.headers.get('location')).toContain('redirect_status=succeeded');
    expect(captured()).toBe(4000);
  });
});

describe('bank debits', () => {
  test.each([
    ['000123456789', 'succeeded', 4000],
    ['000111111116', 'requires_payment_method', 0],
  ])('account %s is processing first, then %s', async (account_number, status, amount) => {
    const method = await stripe.paymentMethods.create({
      type: 'us_bank_account',
      us_bank_account: { routing_number: '110000000', account_number, account_holder_type: 'individual' },
    });
    const intent = await pay({ payment_method: method.id, confirm: true });
    expect(intent.status).toBe('processing');
    emulator.control.settleBankDebits();
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
    expect(captured()).toBe(amount);
  });
});

describe('money that goes back', () => {
  const events = async () =>
    (await stripe.events.list({ limit: 50 })).data.map(({ type }) => type).filter((type) => type.includes('dispute'));

  test('a cardholder’s dispute takes the money, and brings it back when it is won', async () => {
    const { id } = await pay({ payment_method: 'pm_card_visa', confirm: true });
    const dispute = emulator.control.dispute(id);
    expect(emulator.control.state()).toMatchObject({ captured: 4000, disputed: 4000, charges: [{ disputed: true }] });
    expect(() => emulator.control.dispute(id)).toThrow('already been disputed');
    emulator.control.closeDispute(dispute, 'won');
    expect(await stripe.disputes.retrieve(dispute, { expand: ['charge'] })).toMatchObject({ status: 'won', charge: { amount: 4000 } });
    expect(emulator.control.state().disputed).toBe(0);
    expect((await events()).toReversed()).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
  });

  test('a bank that takes its debit back has taken it for good, over HTTP too', async () => {
    const method = await stripe.paymentMethods.create({
      type: 'us_bank_account',
      us_bank_account: { account_number: '000123456789', routing_number: '110000000', account_holder_type: 'individual' },
      billing_details: { name: 'Reader' },
    });
    const { id } = await pay({ payment_method: method.id, confirm: true });
    const ask = () => fetch(`${emulator.url}/_emulator/dispute/${id}`, { method: 'POST' });
    expect((await ask()).status).toBe(400);
    emulator.control.settleBankDebits();
    expect((await ask()).status).toBe(200);
    expect(emulator.control.state()).toMatchObject({ disputed: 4000, disputes: [{ status: 'lost', reason: 'insufficient_funds' }] });
    expect((await events()).toReversed()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.closed']);
  });

  test('a bank that only asks has taken nothing: it asks no more, or takes the money after all', async () => {
    const [one, two] = [
      await pay({ payment_method: 'pm_card_visa', confirm: true }),
      await pay({ payment_method: 'pm_card_visa', confirm: true }),
    ];
    const press = (what: string) => fetch(`${emulator.url}/_emulator/press/${what}`, { method: 'POST', redirect: 'manual' });
    await press(`ask/${one.id}`);
    const asked = emulator.control.dispute(two.id, { inquiry: true });
    expect(emulator.control.state()).toMatchObject({ captured: 8000, disputed: 0 });
    expect((await stripe.disputes.retrieve(asked)).evidence_details.due_by).toBeGreaterThan(Date.now() / 1000);
    const id = emulator.control.state().disputes.find((dispute) => dispute.payment_intent === one.id)?.id ?? '';
    await press(`inquiry/${id}/warning_under_review`);
    await press(`inquiry/${id}/warning_closed`);
    emulator.control.moveInquiry(asked, 'needs_response');
    expect(() => emulator.control.moveInquiry(id, 'needs_response')).toThrow('warning_closed already');
    expect(emulator.control.state()).toMatchObject({ captured: 8000, disputed: 4000, violations: [] });
    expect(await (await fetch(emulator.url)).text()).toContain('asked about: warning closed');
    expect((await events()).slice(0, 4).toReversed()).toEqual([
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
    ]);
  });

  test('of what a bank asks about it takes no more than was not refunded: refunded whole, it has its answer', async () => {
    const [half, whole, before] = [
      await pay({ payment_method: 'pm_card_visa', confirm: true }),
      await pay({ payment_method: 'pm_card_visa', confirm: true }),
      await pay({ payment_method: 'pm_card_visa', confirm: true }),
    ];
    const [one, two] = [emulator.control.dispute(half.id, { inquiry: true }), emulator.control.dispute(whole.id, { inquiry: true })];
    await stripe.refunds.create({ payment_intent: half.id, amount: 1500 });
    emulator.control.moveInquiry(one, 'needs_response');
    expect(await stripe.disputes.retrieve(one)).toMatchObject({ amount: 2500, is_charge_refundable: false });
    await stripe.refunds.create({ payment_intent: whole.id });
    expect(await stripe.disputes.retrieve(two)).toMatchObject({ status: 'warning_closed' });
    expect((await events())[0]).toBe('charge.dispute.closed');
    expect(() => emulator.control.moveInquiry(two, 'needs_response')).toThrow('warning_closed already');
    await stripe.refunds.create({ payment_intent: before.id });
    expect(() => emulator.control.dispute(before.id)).toThrow('nothing to take back');
  });

  test('staff refund a payment and lose a dispute on the dashboard', async () => {
    const [one, two] = [
      await pay({ payment_method: 'pm_card_visa', confirm: true }),
      await pay({ payment_method: 'pm_card_visa', confirm: true }),
    ];
    const press = (what: string) => fetch(`${emulator.url}/_emulator/press/${what}`, { method: 'POST', redirect: 'manual' });
    await press(`refund/${one.id}`);
    await press(`take-back/${two.id}`);
    const [dispute] = emulator.control.state().disputes;
    await press(`close-dispute/${dispute?.id}/lost`);
    expect(emulator.control.state()).toMatchObject({ captured: 8000, refunded: 4000, disputed: 4000, violations: [] });
    const page = await (await fetch(emulator.url)).text();
    for (const text of ['$40.00 refunded', 'taken back: lost']) expect(page).toContain(text);
  });

  test('a refund that is pending arrives, and may come back even then: its money is there again', async () => {
    const { id } = await pay({ payment_method: 'pm_card_visa', confirm: true });
    const refund = emulator.control.refund(id, 1500, { isPending: true });
    expect(emulator.control.state()).toMatchObject({ refunded: 1500, refunds: [{ id: refund, status: 'pending' }] });
    emulator.control.endRefund(refund, 'succeeded');
    await fetch(`${emulator.url}/_emulator/press/fail-refund/${refund}`, { method: 'POST', redirect: 'manual' });
    expect(emulator.control.state()).toMatchObject({
      refunded: 0,
      refunds: [{ id: refund, status: 'failed', failure_reason: 'declined' }],
      violations: [],
    });
    const { data } = await stripe.events.list({ limit: 7 });
    expect(data.map(({ type }) => type).toReversed()).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.updated',
      'charge.refund.updated',
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
    ]);
    expect(() => emulator.control.endRefund(refund, 'failed')).toThrow('failed already');
  });
});

describe('refunds that end later', () => {
  test.each([
    ['pm_card_pendingRefund', 'pending', 'succeeded', 1500],
    ['pm_card_refundFail', 'succeeded', 'failed', 0],
  ])('to %s it is %s, and %s some time later', async (payment_method, first, then, refunded) => {
    const { id } = await pay({ payment_method, confirm: true });
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 1500 });
    expect(refund.status).toBe(first);
    await expect.poll(async () => (await stripe.refunds.retrieve(refund.id)).status, { timeout: 10_000 }).toBe(then);
    expect(emulator.control.state()).toMatchObject({ refunded, violations: [] });
  });
});

describe('idempotency', () => {
  test('the same key charges once and gives the same answer', async () => {
    const once = { idempotencyKey: 'order:1:1' };
    const [first, second] = await Promise.all([
      pay({ payment_method: 'pm_card_visa', confirm: true }, once),
      pay({ payment_method: 'pm_card_visa', confirm: true }, once),
    ]);
    expect(second.id).toBe(first.id);
    expect(captured()).toBe(4000);
  });

  test('the same key with other parameters is refused', async () => {
    await pay({}, { idempotencyKey: 'k' });
    expect(await failure(pay({ amount: 5000 }, { idempotencyKey: 'k' }))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  test('a decline is repeated, a refused parameter is not remembered', async () => {
    const declined = { payment_method: 'pm_card_visa_chargeDeclined', confirm: true };
    const first = await failure(pay(declined, { idempotencyKey: 'd' }));
    const second = await failure(pay(declined, { idempotencyKey: 'd' }));
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
    await failure(pay({ amount: 10 }, { idempotencyKey: 'p' }));
    expect((await pay({}, { idempotencyKey: 'p' })).amount).toBe(4000);
  });
});

describe('what can be made to go wrong', () => {
  test('an answer lost after the charge is found again by the SDK’s retry', async () => {
    emulator.control.switch({ hang_up: { times: 1 } });
    const retrying = sdkFor(emulator, { maxNetworkRetries: 1 });
    const intent = await retrying.paymentIntents.create({
      amount: 4000,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    expect(intent.status).toBe('succeeded');
    expect(captured()).toBe(4000);
  });

  test('an answer that stays lost leaves the charge made', async () => {
    emulator.control.switch({ hang_up: { times: 2 } }); // the SDK tries a closed connection once more, retries or not
    const charge = pay({ payment_method: 'pm_card_visa', confirm: true }, { idempotencyKey: 'order:1:1' });
    expect(await failure(charge)).toMatchObject({ type: 'StripeConnectionError' });
    expect(captured()).toBe(4000);
  });

  test('a failing Stripe does nothing', async () => {
    emulator.control.switch({ fail: { times: 1, status: 503, path: '/v1/payment_intents' } });
    await stripe.customers.create({});
    expect(await failure(pay({ payment_method: 'pm_card_visa', confirm: true }))).toMatchObject({ statusCode: 503 });
    expect(captured()).toBe(0);
  });

  test('the next charge is declined on request, over HTTP too', async () => {
    const change = { decline: { times: 1, code: 'insufficient_funds' } };
    await fetch(`${emulator.url}/_emulator/switches`, { method: 'POST', body: JSON.stringify(change) });
    expect(await failure(pay({ payment_method: 'pm_card_visa', confirm: true }))).toMatchObject({ decline_code: 'insufficient_funds' });
    expect((await pay({ payment_method: 'pm_card_visa', confirm: true })).status).toBe('succeeded');
  });

  test('an unknown switch is refused', async () => {
    const response = await fetch(`${emulator.url}/_emulator/switches`, { method: 'POST', body: '{"explode":true}' });
    expect(response.status).toBe(400);
  });
});

describe('the browser’s side', () => {
  test('sees its own intent without what is private', async () => {
    const intent = await pay({ metadata: { order: 'o1' } });
    const { body } = await fromBrowser(emulator, `/v1/payment_intents/${intent.id}`, { client_secret: intent.client_secret ?? '' }, 'GET');
    expect(body).toMatchObject({ id: intent.id, amount: 4000, client_secret: intent.client_secret });
    expect(body).not.toHaveProperty('metadata');
  });

  test('gets nothing with another intent’s secret, and no private endpoint', async () => {
    const [mine, other] = await Promise.all([pay({}), pay({})]);
    const path = `/v1/payment_intents/${other.id}`;
    expect((await fromBrowser(emulator, path, { client_secret: mine.client_secret ?? '' }, 'GET')).status).toBe(404);
    expect((await fromBrowser(emulator, path, { client_secret: `${other.id}_secret_x` }, 'GET')).status).toBe(404);
    expect((await fromBrowser(emulator, '/v1/refunds', { payment_intent: mine.id })).status).toBe(401);
  });

  test('is told of a decline without what is private', async () => {
    const intent = await pay({ metadata: { order: 'o1' } });
    const path = `/v1/payment_intents/${intent.id}/confirm`;
    const { status, body } = await fromBrowser(emulator, path, { client_secret: intent.client_secret ?? '', ...card('4000000000000002') });
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'card_declined', payment_intent: { id: intent.id, status: 'requires_payment_method' } });
    expect(body.error.payment_intent).not.toHaveProperty('metadata');
  });

  test('may ask from any origin', async () => {
    const response = await fetch(`${emulator.url}/v1/payment_intents`, {
      method: 'OPTIONS',
      headers: { origin: 'https://magazine.example', 'access-control-request-method': 'POST' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('refuses', () => {
  test('keys that are not its own, live keys above all', async () => {
    for (const key of ['sk_live_1', 'sk_test_other']) {
      const response = await fetch(`${emulator.url}/v1/customers`, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
      expect(response.status).toBe(401);
    }
  });

  test('to start with a live key', async () => {
    await expect(startStripeEmulator({ port: 0, ...KEYS, secretKey: 'sk_live_1' })).rejects.toThrow('sk_test_');
  });

  test.each([
    [{ amount: 49 }, { code: 'amount_too_small' }],
    [{ confirm: true }, { code: 'payment_intent_unexpected_state' }],
    [{ off_session: true }, { param: 'off_session' }],
    [{ automatic_payment_methods: { enabled: true } }, { code: 'parameters_exclusive' }],
    [{ customer: 'cus_nobody' }, { code: 'resource_missing' }],
    [{ expand: ['amount'] }, { param: 'expand' }],
  ])('%j', async (params, error) => {
    expect(await failure(pay(params))).toMatchObject({ type: 'StripeInvalidRequestError', ...error });
    expect(emulator.control.state().payment_intents).toEqual([]);
  });
});
