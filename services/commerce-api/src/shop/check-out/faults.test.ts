import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARDS, expectBalanced, openShop, stock, stockOf, type Reader, type Shop } from '../../../test/shop.ts';
import { reconcile } from '../../jobs/reconcile.ts';
import { settle } from '../../payments/settle/settle.ts';
import { HOUR, MINUTE } from '../../platform/duration.ts';

let shop: Shop;
let ahead = 0;
let count = 0;
const initial: Record<string, number> = {};

beforeAll(async () => {
  shop = await openShop({ clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => shop.close());
beforeEach(() => {
  ahead = 0;
});
afterEach(async () => {
  shop.emulator.control.switch({ duplicate: false, reverse: false, hold: false, drop: false, fail: { times: 0 }, hang_up: { times: 0 } });
  await expect.poll(delivered).toBe(true);
  await expectBalanced(shop.deps.db, shop.emulator, initial);
});

/** A reader with a good of its own in the cart. */
async function readerWith(left = 5, quantity = 1): Promise<{ reader: Reader; ref: string }> {
  const ref = await stock(shop.deps.db, `prd:thing-${++count}`, left);
  initial[ref] = left;
  const reader = shop.reader();
  await reader.add(ref, quantity);
  return { reader, ref };
}

const orderOf = (intentId: string) => shop.deps.db.order.findUniqueOrThrow({ where: { intentId } });
const delivered = () => shop.emulator.control.state().deliveries.every(({ status }) => status === 'delivered' || status === 'dropped');

describe('one reader, several clicks and tabs', () => {
  test('a double click starts one payment', async () => {
    const { reader, ref } = await readerWith();
    const both = await Promise.all([reader.start(), reader.start(), reader.start()]);
    expect(new Set(both.map(({ intent }) => intent)).size).toBe(1);
    const [started] = both;
    expect(await reader.pay(started)).toBe('succeeded');
    expect((await reader.status(started.intent)).status).toBe('completed');
    expect(await stockOf(shop.deps.db, ref)).toBe(4);
  });

  test('the same cart in a second tab goes on with the same payment, with what the form says now', async () => {
    const { reader } = await readerWith();
    const first = await reader.start({ name: 'Ada' });
    const second = await reader.start({ name: 'Ada King' });
    expect(second).toEqual(first);
    expect((await orderOf(first.intent)).name).toBe('Ada King');
  });

  test('a cart that was changed in a second tab replaces the order, and the first tab can no longer pay', async () => {
    const { reader, ref } = await readerWith();
    const first = await reader.start();
    await reader.add(ref);
    const second = await reader.start();
    expect(second.intent).not.toBe(first.intent);
    expect(await reader.pay(first)).toBe('payment_intent_unexpected_state');
    expect(await reader.status(first.intent)).toEqual({
      status: 'in-progress',
      failure: expect.stringContaining('Nothing is charged for it'),
    });
    expect(await reader.pay(second)).toBe('succeeded');
    expect((await reader.status(second.intent)).status).toBe('completed');
    expect(await stockOf(shop.deps.db, ref)).toBe(3);
  });

  test('a zone with another shipping price replaces the order too', { tags: ['ci'] }, async () => {
    const { reader } = await readerWith();
    const first = await reader.start();
    const { totals } = await reader.cart();
    const address = { line1: '1 Kai', city: 'Bremen', postcode: '28195', country: 'DE' };
    const second = await reader.start({ address, shipcode: 'c', total: totals.c.total, invoice: first.intent });
    expect(second.intent).not.toBe(first.intent);
    await reader.pay(second);
    expect((await orderOf(second.intent)).total).toBe(totals.c.total);
    expect((await reader.status(second.intent)).status).toBe('completed');
  });

  test('what was paid in one tab is settled when another tab changes the cart, which keeps what was added', { tags: ['ci'] }, async () => {
    shop.emulator.control.switch({ drop: true });
    const { reader, ref } = await readerWith();
    const first = await reader.start();
    await reader.pay(first);
    const other = await stock(shop.deps.db, `prd:added-${++count}`, 5);
    initial[other] = 5;
    await reader.add(other);
    await reader.add(ref);
    const result = await reader.checkOut();
    expect(result).toEqual({ type: 'customer', intent: first.intent, message: expect.stringContaining('already paid') });
    expect((await reader.status(first.intent)).status).toBe('completed');
    expect((await reader.cart()).items).toEqual([
      { item: 'basic-product', quantity: 1, ref },
      { item: 'basic-product', quantity: 1, ref: other },
    ]);
  });

  test('the last piece is still the reader’s own after a reload in the middle of paying', { tags: ['ci'] }, async () => {
    const { reader, ref } = await readerWith(1);
    await reader.start();
    expect((await reader.cart()).can_checkout).toBe(true);
    const again = await reader.start();
    await reader.pay(again);
    expect((await reader.status(again.intent)).status).toBe('completed');
    expect(await stockOf(shop.deps.db, ref)).toBe(0);
  });
});

describe('something is lost on the way', () => {
  test('a reload between payment and receipt leads to the receipt', async () => {
    shop.emulator.control.switch({ drop: true });
    const { reader } = await readerWith();
    const started = await reader.start();
    await reader.pay(started);
    expect(await reader.checkOut()).toEqual({ type: 'customer', intent: started.intent });
    expect((await reader.status(started.intent)).status).toBe('completed');
    // The page that still shows the payment, after everything is settled and the cart is empty.
    expect(await reader.checkOut({ invoice: started.intent, total: 0 })).toEqual({ type: 'customer', intent: started.intent });
  });

  test('the answer to the charge is lost: the poll finds that it was made', async () => {
    const { reader } = await readerWith();
    const started = await reader.start();
    shop.emulator.control.switch({ drop: true, hang_up: { times: 1, path: `/v1/payment_intents/${started.intent}/confirm` } });
    await expect(reader.pay(started)).rejects.toThrow('fetch failed');
    expect((await reader.status(started.intent)).status).toBe('completed');
  });

  test.each([1, 3])('the answer to starting the payment is lost %i times: there is one intent', async (times) => {
    const { reader, ref } = await readerWith();
    const before = shop.emulator.control.state().payment_intents.length;
    shop.emulator.control.switch({ hang_up: { times, path: '/v1/payment_intents' } });
    const lost = await reader.press();
    expect(lost.status).toBe(times === 1 ? 200 : 503);
    const started = await reader.start();
    expect(shop.emulator.control.state().payment_intents).toHaveLength(before + 1);
    expect(await stockOf(shop.deps.db, ref)).toBe(4);
    await reader.pay(started);
    expect((await reader.status(started.intent)).status).toBe('completed');
  });

  test('a payment provider that cannot be reached is said so, the order is kept, and trying again works', async () => {
    const { reader, ref } = await readerWith();
    shop.emulator.control.switch({ fail: { times: 3, status: 500, path: '/v1/payment_intents' } });
    const response = await reader.press();
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      checkout_errors: {
        require: null,
        message: expect.stringMatching(/^There was a problem processing your order\. .* contact consulate@/),
      },
    });
    expect(await stockOf(shop.deps.db, ref)).toBe(4);
    const started = await reader.start();
    await reader.pay(started);
    shop.emulator.control.switch({ fail: { times: 3, status: 503, path: '/v1/payment_intents' } });
    expect(['in-progress', 'completed']).toContain((await reader.status(started.intent)).status);
    shop.emulator.control.switch({ fail: { times: 0 } });
    expect((await reader.status(started.intent)).status).toBe('completed');
  });

  test('a key that the provider knows with other parameters gives way to the next one', { tags: ['ci'] }, async () => {
    const { reader } = await readerWith();
    shop.emulator.control.switch({ fail: { times: 3, status: 500, path: '/v1/payment_intents' } });
    await reader.press();
    const order = await shop.deps.db.order.findFirstOrThrow({ where: { state: 'started', intentId: null } });
    await shop.deps.stripe.paymentIntents.create(
      { amount: order.total + 100, currency: 'usd', metadata: { order: order.id } },
      { idempotencyKey: `order:${order.id}:0` },
    );
    const started = await reader.start();
    expect(await orderOf(started.intent)).toMatchObject({ id: order.id, attempt: 1 });
    await reader.pay(started);
    expect((await reader.status(started.intent)).status).toBe('completed');
  });

  test('the note of the intent’s id is lost: the intent says whose it is', async () => {
    const { reader } = await readerWith();
    const started = await reader.start();
    const { id } = await orderOf(started.intent);
    await shop.deps.db.order.update({ where: { id }, data: { intentId: null } });
    await reader.pay(started);
    await expect.poll(delivered).toBe(true);
    expect(await shop.deps.db.order.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'paid', intentId: started.intent });
  });
});

describe('webhooks', () => {
  const ONCE = 'that come %s settle an order once';
  const settlesOnce = async (_: string, how: object): Promise<void> => {
    shop.emulator.control.switch(how);
    const { reader } = await readerWith();
    const started = await reader.start();
    await reader.pay(started, CARDS.poor);
    await reader.pay(started);
    const polls = await Promise.all([reader.status(started.intent), reader.status(started.intent), reader.status(started.intent)]);
    expect(new Set(polls.map(({ status }) => status))).toEqual(new Set(['completed']));
    shop.emulator.control.release({ reverse: true });
    await expect.poll(delivered).toBe(true);
    expect((await orderOf(started.intent)).state).toBe('paid');
  };
  test.each([
    ['twice', { duplicate: true }],
    ['never', { drop: true }],
  ])(ONCE, settlesOnce);
  test.each([
    ['last first', { reverse: true }],
    ['late', { hold: true }],
  ])(ONCE, { tags: ['ci'] }, settlesOnce);

  test('alone settle an order that nobody polls, its failure forgotten', async () => {
    const { reader } = await readerWith();
    const started = await reader.start();
    await reader.pay(started, CARDS.declined);
    await expect.poll(async () => (await orderOf(started.intent)).failure).toBe('Your card was declined.');
    await reader.pay(started);
    await expect.poll(async () => (await orderOf(started.intent)).state).toBe('paid');
    expect(await orderOf(started.intent)).toMatchObject({ failure: null, card: { type: 'visa', last_four: '4242' } });
  });

  test('and polls in parallel, on two replicas, settle an order once', async () => {
    const { reader } = await readerWith();
    const started = await reader.start();
    shop.emulator.control.switch({ drop: true });
    await reader.pay(started);
    const replica = await shop.replica();
    const paidSoFar = async () =>
      (await shop.deps.metrics.payments.get()).values.find(({ labels }) => labels.outcome === 'paid')?.value ?? 0;
    const before = await paidSoFar();
    await Promise.all(Array.from({ length: 12 }, (_, index) => settle(index % 2 === 0 ? shop.deps : replica.deps, started.intent)));
    const elsewhere = (await replica.deps.metrics.payments.get()).values.find(({ labels }) => labels.outcome === 'paid')?.value ?? 0;
    await replica.close();
    expect((await paidSoFar()) - before + elsewhere, 'times that the order was claimed').toBe(1);
    expect((await reader.status(started.intent)).status).toBe('completed');
  });
});

describe('nobody comes back', () => {
  test('what was paid is settled after 15 minutes, without webhook and without poll', async () => {
    shop.emulator.control.switch({ drop: true });
    const { reader } = await readerWith();
    const started = await reader.start();
    await reader.pay(started);
    await reconcile(shop.deps);
    expect((await orderOf(started.intent)).state).toBe('started');
    ahead = 16 * MINUTE;
    await reconcile(shop.deps);
    expect((await orderOf(started.intent)).state).toBe('paid');
  });

  test('an abandoned order is cancelled after an hour, its stock is put back, and it cannot be paid any more', async () => {
    const { reader, ref } = await readerWith(3, 2);
    const started = await reader.start();
    expect(await stockOf(shop.deps.db, ref)).toBe(1);
    ahead = 50 * MINUTE;
    await reconcile(shop.deps);
    expect((await orderOf(started.intent)).state).toBe('started');
    ahead = HOUR + MINUTE;
    await reconcile(shop.deps);
    expect((await orderOf(started.intent)).state).toBe('cancelled');
    expect(await stockOf(shop.deps.db, ref)).toBe(3);
    expect(await reader.pay(started)).toBe('payment_intent_unexpected_state');
    await reader.buy();
  });

  test('an order whose payment never started is cancelled after an hour', { tags: ['ci'] }, async () => {
    const { reader, ref } = await readerWith(3);
    shop.emulator.control.switch({ fail: { times: 3, status: 500, path: '/v1/payment_intents' } });
    await reader.press();
    ahead = 2 * HOUR;
    await reconcile(shop.deps);
    expect(await stockOf(shop.deps.db, ref)).toBe(3);
  });

  test('one order’s trouble does not keep the others waiting', { tags: ['ci'] }, async () => {
    shop.emulator.control.switch({ drop: true });
    const [bad, good] = [await readerWith(), await readerWith()];
    const lost = await bad.reader.start();
    await shop.deps.db.order.update({ where: { intentId: lost.intent }, data: { intentId: 'pi_gone' } });
    const started = await good.reader.start();
    await good.reader.pay(started);
    ahead = 20 * MINUTE;
    await expect(reconcile(shop.deps)).rejects.toThrow('1 of ');
    expect((await orderOf(started.intent)).state).toBe('paid');
    await shop.deps.db.order.update({ where: { intentId: 'pi_gone' }, data: { intentId: lost.intent } });
  });
});
