import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stripe } from 'stripe';

/** What the steps hand on to each other. */
type Found = { customer: string; paid: string };
export type Step = { name: string; run: (stripe: Stripe, found: Found) => Promise<void> };

const ORDER = { amount: 4000, currency: 'usd', allowed_payment_method_types: ['card'] } satisfies Stripe.PaymentIntentCreateParams;
const OFF_SESSION = { off_session: true, confirm: true } as const;

/** What the product relies on, one claim per step: the emulator and real test mode must agree on each. */
export const probeSteps: Step[] = [
  {
    name: 'a customer is created with metadata',
    async run(stripe, found) {
      const customer = await stripe.customers.create({ email: 'probe@example.com', metadata: { account: 'probe' } });
      assert.equal(customer.metadata.account, 'probe');
      found.customer = customer.id;
    },
  },
  {
    name: 'an intent that saves the card waits for a payment method',
    async run(stripe, { customer }) {
      const recurring = { card: { setup_credential_usage: 'recurring' as const } };
      const intent = await stripe.paymentIntents.create({
        ...ORDER,
        customer,
        setup_future_usage: 'off_session',
        payment_method_options: recurring,
      });
      assert.equal(intent.status, 'requires_payment_method');
      assert.ok(intent.client_secret?.startsWith(`${intent.id}_secret_`));
    },
  },
  {
    name: 'payment_method_types is refused',
    async run(stripe) {
      const error = await failureOf(
        stripe.rawRequest('POST', '/v1/payment_intents', { amount: 4000, currency: 'usd', payment_method_types: ['card'] }),
      );
      assert.equal(error.code, 'payment_method_types_no_longer_supported');
    },
  },
  {
    name: 'an unknown parameter is refused',
    async run(stripe) {
      const error = await failureOf(stripe.rawRequest('POST', '/v1/payment_intents', { amount: 4000, currency: 'usd', bogus: '1' }));
      assert.equal(error.code, 'parameter_unknown');
    },
  },
  {
    name: 'less than 50 cents is refused',
    async run(stripe) {
      assert.equal((await failureOf(stripe.paymentIntents.create({ ...ORDER, amount: 49 }))).code, 'amount_too_small');
    },
  },
  {
    name: 'a good card is charged, and the charge can be expanded',
    async run(stripe, found) {
      const intent = await stripe.paymentIntents.create({
        ...ORDER,
        payment_method: 'pm_card_visa',
        confirm: true,
        metadata: { order: 'probe' },
      });
      assert.equal(intent.status, 'succeeded');
      assert.equal(intent.amount_received, 4000);
      const { latest_charge } = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge', 'payment_method'] });
      assert.ok(typeof latest_charge === 'object' && latest_charge?.paid);
      found.paid = intent.id;
    },
  },
  {
    name: 'a paid intent cannot be changed',
    async run(stripe, { paid }) {
      assert.equal((await failureOf(stripe.paymentIntents.update(paid, { amount: 5000 }))).code, 'payment_intent_unexpected_state');
    },
  },
  {
    name: 'a declined card is a card error, and its intent can be paid with another',
    async run(stripe) {
      const error = await failureOf(
        stripe.paymentIntents.create({ ...ORDER, payment_method: 'pm_card_visa_chargeDeclined', confirm: true }),
      );
      assert.ok(error instanceof Stripe.errors.StripeCardError);
      assert.equal(error.decline_code, 'generic_decline');
      const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '');
      assert.equal(intent.status, 'requires_payment_method');
      assert.equal((await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).status, 'succeeded');
    },
  },
  {
    name: 'a card that asks leaves the intent to Stripe.js',
    async run(stripe) {
      const params = {
        payment_method: 'pm_card_authenticationRequired',
        confirm: true,
        use_stripe_sdk: true,
        return_url: 'https://example.com/',
      };
      const intent = await stripe.paymentIntents.create({ ...ORDER, ...params });
      assert.equal(intent.status, 'requires_action');
      assert.equal(intent.next_action?.type, 'use_stripe_sdk');
    },
  },
  {
    name: 'off-session, a card that asks is declined with authentication_required',
    async run(stripe, { customer }) {
      const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
      const error = await failureOf(stripe.paymentIntents.create({ ...ORDER, customer, payment_method: method.id, ...OFF_SESSION }));
      assert.equal(error.code, 'authentication_required');
      assert.equal(error.payment_intent?.status, 'requires_payment_method');
    },
  },
  {
    name: 'a card set up for later is charged off-session, and its customer’s intents are listed newest first',
    async run(stripe, { customer }) {
      const setup = await stripe.setupIntents.create({
        customer,
        payment_method: 'pm_card_visa',
        confirm: true,
        allowed_payment_method_types: ['card'],
      });
      assert.equal(setup.status, 'succeeded');
      const payment_method = String(setup.payment_method);
      const metadata = { charge: 'probe' };
      const paid = await stripe.paymentIntents.create({ ...ORDER, customer, payment_method, metadata, ...OFF_SESSION });
      assert.equal(paid.status, 'succeeded');
      const listed = await stripe.paymentIntents.list({ customer, limit: 1 });
      assert.deepEqual([listed.data[0]?.id, listed.data[0]?.metadata.charge], [paid.id, 'probe']);
      assert.equal((await stripe.paymentMethods.detach(payment_method)).customer, null);
    },
  },
  {
    name: 'one idempotency key, one intent; with other parameters an error',
    async run(stripe) {
      const idempotencyKey = `probe-${crypto.randomUUID()}`;
      const [first, second] = [
        await stripe.paymentIntents.create(ORDER, { idempotencyKey }),
        await stripe.paymentIntents.create(ORDER, { idempotencyKey }),
      ];
      assert.equal(first.id, second.id);
      const error = await failureOf(stripe.paymentIntents.create({ ...ORDER, amount: 5000 }, { idempotencyKey }));
      assert.ok(error instanceof Stripe.errors.StripeIdempotencyError);
    },
  },
  {
    name: 'a payment is refunded in part, then no more than the rest',
    async run(stripe, { paid }) {
      assert.equal((await stripe.refunds.create({ payment_intent: paid, amount: 1500 })).status, 'succeeded');
      await failureOf(stripe.refunds.create({ payment_intent: paid, amount: 3000 }));
    },
  },
  {
    name: 'a refund asked for again under its key is the same one, and is found by its payment and what it says of itself',
    async run(stripe, { paid }) {
      const again = { idempotencyKey: `refund:probe:${paid}` };
      const ask = () => stripe.refunds.create({ payment_intent: paid, amount: 100, metadata: { refund: 'probe' } }, again);
      assert.equal((await ask()).id, (await ask()).id);
      const { data } = await stripe.refunds.list({ payment_intent: paid, limit: 100 });
      assert.equal(data.filter(({ metadata }) => metadata?.refund === 'probe').length, 1);
    },
  },
  {
    name: 'a refund to a card that takes its time is pending, and is told when it has arrived',
    async run(stripe) {
      const refund = await refundTo(stripe, 'pm_card_pendingRefund');
      assert.equal(refund.status, 'pending');
      assert.equal((await ended(stripe, refund)).status, 'succeeded');
      await told(stripe, 'refund.updated', refund);
    },
  },
  {
    name: 'a refund that had gone out comes back later: it is failed, says why, and is told as such',
    async run(stripe) {
      const refund = await refundTo(stripe, 'pm_card_refundFail');
      assert.equal(refund.status, 'succeeded');
      const failed = await ended(stripe, refund);
      assert.equal(failed.status, 'failed');
      assert.equal(typeof failed.failure_reason, 'string');
      await told(stripe, 'refund.failed', refund);
    },
  },
  {
    name: 'an open intent is cancelled, and a cancelled one stays so',
    async run(stripe) {
      const intent = await stripe.paymentIntents.create(ORDER);
      assert.equal((await stripe.paymentIntents.cancel(intent.id)).status, 'canceled');
      assert.equal(
        (await failureOf(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }))).code,
        'payment_intent_unexpected_state',
      );
    },
  },
  {
    name: 'events tell of the payment',
    async run(stripe, { paid }) {
      const events = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 20 });
      assert.ok(events.data.some((event) => 'id' in event.data.object && event.data.object.id === paid));
    },
  },
  {
    name: 'the customer is deleted',
    async run(stripe, { customer }) {
      assert.equal((await stripe.customers.del(customer)).deleted, true);
    },
  },
];

/** All of a payment by one of the cards whose refunds end later. */
async function refundTo(stripe: Stripe, payment_method: string): Promise<Stripe.Refund> {
  const { id } = await stripe.paymentIntents.create({ ...ORDER, payment_method, confirm: true });
  return stripe.refunds.create({ payment_intent: id });
}

/** Test mode ends such refunds some time later, without saying when. */
const PATIENCE = 180_000;
const PAUSE = 250;

async function until<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(PAUSE)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new assert.AssertionError({ message: `${what} for ${PATIENCE / 1000} seconds` });
}

/** A refund once it is otherwise than it began. */
const ended = (stripe: Stripe, { id, status }: Stripe.Refund): Promise<Stripe.Refund> =>
  until(`the refund stayed ${status}`, async () => {
    const now = await stripe.refunds.retrieve(id);
    return now.status === status ? undefined : now;
  });

const told = (stripe: Stripe, type: 'refund.updated' | 'refund.failed', { id }: Stripe.Refund): Promise<Stripe.Event> =>
  until(`no ${type} told of the refund`, async () => {
    const { data } = await stripe.events.list({ type, limit: 20 });
    return data.find((event) => 'id' in event.data.object && event.data.object.id === id);
  });

async function failureOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: 'the call was not refused' });
}
