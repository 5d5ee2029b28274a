import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startMain } from '../start-main.ts';
import type { StripeEmulator } from '../stripe-emulator.ts';
import { KEYS, startEmulated, startReceiver, WEBHOOK_SECRET } from './testing.ts';

const PAID = {
  amount: 4000,
  currency: 'usd',
  payment_method: 'pm_card_visa',
  confirm: true,
  allowed_payment_method_types: ['card'],
} as const;
const ORDER: Stripe.PaymentIntentCreateParams = { ...PAID, allowed_payment_method_types: ['card'] };
const EVENTS = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => void receiver.close());

describe('webhooks', () => {
  let emulator: StripeEmulator;
  let stripe: Stripe;
  beforeEach(async () => {
    ({ emulator, stripe } = await startEmulated({ webhook: receiver.webhook }));
  });
  afterEach(() => emulator.close());
  const received = (count: number) => receiver.until((events) => events.length >= count);

  test('arrive signed, in order, with the API version of the SDK', async () => {
    await stripe.paymentIntents.create(ORDER);
    await received(3);
    expect(receiver.types()).toEqual(EVENTS);
    expect(receiver.events[0]).toMatchObject({ api_version: Stripe.API_VERSION, livemode: false });
  });

  test('are sent again until the receiver answers 2xx', async () => {
    const failing = await startReceiver((_event, count) => (count < 3 ? 500 : 200));
    emulator.control.setWebhook(failing.webhook);
    await stripe.customers.create({});
    await failing.until((events) => events.length === 3);
    expect(new Set(failing.events.map((event) => event.id)).size).toBe(1);
    failing.close();
  });

  test('come twice at once when duplicated', async () => {
    emulator.control.switch({ duplicate: true });
    await stripe.customers.create({});
    await received(2);
    expect(receiver.events[0]?.id).toBe(receiver.events[1]?.id);
  });

  test('come last first when reversed', async () => {
    emulator.control.switch({ reverse: true });
    await stripe.paymentIntents.create(ORDER);
    await received(3);
    expect(receiver.types()).toEqual(EVENTS.toReversed());
  });

  test('wait while they are held, and come when released', async () => {
    emulator.control.switch({ hold: true });
    await stripe.paymentIntents.create(ORDER);
    expect(emulator.control.state().deliveries.map((delivery) => delivery.status)).toEqual(['held', 'held', 'held']);
    expect(receiver.events).toEqual([]);
    await fetch(`${emulator.url}/_emulator/release`, { method: 'POST', body: '{"reverse":true}' });
    await received(3);
    expect(receiver.types()).toEqual(EVENTS.toReversed());
  });

  test('never come when dropped, until sent by hand', async () => {
    emulator.control.switch({ drop: true });
    await stripe.customers.create({});
    const [event] = (await stripe.events.list()).data;
    expect(emulator.control.state().deliveries).toMatchObject([{ status: 'dropped', attempts: 0 }]);
    expect((await fetch(`${emulator.url}/_emulator/resend/${event?.id}`, { method: 'POST' })).status).toBe(204);
    await received(1);
    expect(receiver.events[0]?.id).toBe(event?.id);
  });

  test('come late when delayed', async () => {
    emulator.control.switch({ delay: 100 });
    const before = Date.now();
    await stripe.customers.create({});
    await received(1);
    expect(Date.now() - before).toBeGreaterThanOrEqual(95);
  });

  test('the dashboard shows the payment, its webhooks and what went wrong', async () => {
    await fetch(`${emulator.url}/_emulator/press/decline`, { method: 'POST', redirect: 'manual' });
    expect(await (await fetch(emulator.url)).text()).toMatch(/id="decline" aria-pressed="true"/);
    await stripe.paymentIntents.create({ ...ORDER, metadata: { order: '<o1>' } }).catch(() => undefined);
    await received(3);
    const page = await (await fetch(emulator.url)).text();
    for (const text of [
      '$40.00',
      'requires payment method',
      'visa 4242',
      'order &lt;o1&gt;',
      'Your card was declined.',
      'payment_intent.payment_failed',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).toMatch(/id="decline" aria-pressed="false"/);
  });
});

test('a key is good for a day, and forgotten after it', async () => {
  let passed = 0;
  const { emulator, stripe } = await startEmulated({ now: () => Date.now() + passed });
  const pay = async () => (await stripe.paymentIntents.create(ORDER, { idempotencyKey: 'order:2:1' })).id;
  const first = await pay();
  passed = 23 * 60 * 60 * 1000;
  expect(await pay()).toBe(first);
  passed = 25 * 60 * 60 * 1000;
  expect(await pay()).not.toBe(first);
  await emulator.close();
});

describe('a restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
  const stateFile = join(folder, 'state.sqlite');
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('after a kill keeps payments, keys and idempotency, and sends the webhooks that were under way', { tags: ['ci'] }, async () => {
    const { child, line } = await startMain('stripe-emulator-main.ts', {
      PORT: '0',
      STATE_FILE: stateFile,
      STRIPE_WEBHOOK_URL: 'http://127.0.0.1:1/nobody',
    });
    const { hostname, port } = new URL(line.replace(/^.* at /, ''));
    const before = new Stripe(KEYS.secretKey, { host: hostname, port, protocol: 'http' });
    const paid = await before.paymentIntents.create(ORDER, { idempotencyKey: 'order:1:1' });
    child.kill('SIGKILL');
    await once(child, 'exit');

    const { emulator, stripe } = await startEmulated({ stateFile, webhook: { url: receiver.webhook.url, secret: WEBHOOK_SECRET } });
    expect(await stripe.paymentIntents.create(ORDER, { idempotencyKey: 'order:1:1' })).toMatchObject({ id: paid.id, status: 'succeeded' });
    expect(emulator.control.state().captured).toBe(4000);
    await receiver.until((events) => events.length >= 3);
    expect(receiver.types().toSorted()).toEqual(EVENTS.toSorted());
    await emulator.close();
  });
});
