import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expectBalanced, openShop, stock, type Reader, type Shop } from '../../../test/shop.ts';
import { cancelOrder } from '../../ledger/orders/cancel-order.ts';
import { settle } from './settle.ts';

let shop: Shop;
let count = 0;
const initial: Record<string, number> = {};
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(async () => {
  shop.emulator.control.switch({ drop: false });
  await expectBalanced(shop.deps.db, shop.emulator, initial);
});

async function started(): Promise<{ reader: Reader; intent: string; secret: string }> {
  const ref = await stock(shop.deps.db, `prd:thing-${++count}`, 5);
  initial[ref] = 5;
  const reader = shop.reader();
  await reader.add(ref);
  return { reader, ...(await reader.start()) };
}

const orderOf = (intentId: string) => shop.deps.db.order.findUniqueOrThrow({ where: { intentId } });

describe('money that does not fit', () => {
  test.each([
    ['another amount', (total: number, order: string) => ({ amount: total - 1, currency: 'usd', metadata: { order } })],
    ['another currency', (total: number, order: string) => ({ amount: total, currency: 'eur', metadata: { order } })],
    ['another intent', (total: number, order: string) => ({ amount: total, currency: 'usd', metadata: { order } })],
  ])('pays no order: %s', async (_, params) => {
    const { reader, ...own } = await started();
    const { id, total } = await orderOf(own.intent);
    shop.emulator.control.switch({ drop: true });
    const wrong = await shop.deps.stripe.paymentIntents.create({ ...params(total, id), allowed_payment_method_types: ['card'] });
    await reader.pay({ intent: wrong.id, secret: wrong.client_secret ?? '' });
    await expect(settle(shop.deps, wrong.id)).rejects.toThrow(id);
    expect((await orderOf(own.intent)).state).toBe('started');
    // What a person would do about it.
    await shop.deps.stripe.refunds.create({ payment_intent: wrong.id });
    await reader.pay(own);
    expect((await reader.status(own.intent)).status).toBe('completed');
  });

  test('of an intent that belongs to no order is nobody’s', async () => {
    const intent = await shop.deps.stripe.paymentIntents.create({ amount: 500, currency: 'usd' });
    await settle(shop.deps, intent.id);
    expect(shop.logs.join('')).toContain('an intent of no order of ours');
  });

  test('for an order that was cancelled goes back, once', async () => {
    const { reader, intent, secret } = await started();
    shop.emulator.control.switch({ drop: true });
    await cancelOrder(shop.deps.db, (await orderOf(intent)).id, new Date());
    await reader.pay({ intent, secret });
    await Promise.all([settle(shop.deps, intent), settle(shop.deps, intent)]);
    await settle(shop.deps, intent);
    expect(shop.emulator.control.state().refunds).toContainEqual(expect.objectContaining({ payment_intent: intent }));
    expect((await orderOf(intent)).state).toBe('cancelled');
  });
});

describe('a bank debit', () => {
  async function debit(account: string) {
    const begun = await started();
    await shop.deps.stripe.paymentIntents.update(begun.intent, { allowed_payment_method_types: ['us_bank_account'] });
    const method = await shop.deps.stripe.paymentMethods.create({
      type: 'us_bank_account',
      us_bank_account: { account_number: account, routing_number: '110000000', account_holder_type: 'individual' },
      billing_details: { name: 'Ada Reader' },
    } satisfies Stripe.PaymentMethodCreateParams);
    await shop.deps.stripe.paymentIntents.confirm(begun.intent, { payment_method: method.id, return_url: 'http://localhost:4000/' });
    return begun;
  }

  test('is on its way with its invoice, empties the cart, and pays the order when it arrives', async () => {
    const { reader, intent } = await debit('000123456789');
    expect(await reader.status(intent)).toEqual({ status: 'processing', invoice: expect.stringMatching(/^[\w-]{20,}$/) });
    expect((await reader.cart()).items).toEqual([]);
    const { number } = await orderOf(intent);
    shop.emulator.control.settleBankDebits();
    expect((await reader.status(intent)).status).toBe('completed');
    expect(await orderOf(intent)).toMatchObject({ number, card: { type: 'bank_account', last_four: '6789' } });
  });

  test('that fails after all says why, and the reader may pay again', async () => {
    const { reader, intent, secret } = await debit('000111111116');
    expect((await reader.status(intent)).status).toBe('processing');
    shop.emulator.control.settleBankDebits();
    expect(await reader.status(intent)).toEqual({ status: 'in-progress', failure: expect.any(String) });
    await shop.deps.stripe.paymentIntents.update(intent, { allowed_payment_method_types: ['card'] });
    await reader.pay({ intent, secret });
    expect((await reader.status(intent)).status).toBe('completed');
  });

  test('that fails after all makes way for the order that the reader has begun since', async () => {
    const { reader, intent } = await debit('000111111116');
    expect((await reader.status(intent)).status).toBe('processing');
    const ref = await stock(shop.deps.db, `prd:thing-${++count}`, 5);
    initial[ref] = 5;
    await reader.add(ref);
    const next = await reader.start();
    shop.emulator.control.settleBankDebits();
    await expect.poll(async () => (await orderOf(intent)).state).toBe('cancelled');
    await reader.pay(next);
    expect((await reader.status(next.intent)).status).toBe('completed');
  });
});

describe('a webhook', () => {
  const post = (body: string, signature: string) =>
    shop.app.request('/api/webhooks/stripe', { method: 'POST', body, headers: { 'stripe-signature': signature } });
  const sign = (payload: string) =>
    shop.deps.stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: shop.deps.config.stripe.webhookSecret });

  test('without a good signature is refused, and nothing is asked about it', async () => {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object: { id: 'pi_1' } } });
    expect((await post(body, 't=1,v1=00')).status).toBe(400);
    expect((await post(body, '')).status).toBe(400);
    expect((await post(`${body} `, await sign(body))).status).toBe(400);
    expect(await shop.deps.db.webhookEvent.count({ where: { id: 'evt_1' } })).toBe(0);
  });

  test('of a type that we do not use is accepted', async () => {
    const body = JSON.stringify({ id: 'evt_2', object: 'event', type: 'customer.tax_id.created', data: { object: { id: 'txi_1' } } });
    expect((await post(body, await sign(body))).status).toBe(200);
  });

  test('whose effect could not be written is not marked processed, and has its effect when it comes again', async () => {
    const { reader, intent, secret } = await started();
    shop.emulator.control.switch({ hold: true });
    await reader.pay({ intent, secret });
    shop.emulator.control.switch({ hold: false });
    const body = JSON.stringify({ id: 'evt_3', object: 'event', type: 'payment_intent.succeeded', data: { object: { id: intent } } });
    shop.emulator.control.switch({ fail: { times: 3, status: 500, path: '/v1/payment_intents' } });
    expect((await post(body, await sign(body))).status).toBe(500);
    expect(await shop.deps.db.webhookEvent.findUniqueOrThrow({ where: { id: 'evt_3' } })).toMatchObject({ processed: null });
    expect((await post(body, await sign(body))).status).toBe(200);
    expect(await shop.deps.db.webhookEvent.findUniqueOrThrow({ where: { id: 'evt_3' } })).toMatchObject({ processed: expect.any(Date) });
    expect((await orderOf(intent)).state).toBe('paid');
  });
});
