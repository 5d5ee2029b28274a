import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectBalanced, openShop, stock, stockOf, type Reader, type Shop } from '../../../test/shop.ts';
import { reconcile } from '../../jobs/reconcile.ts';
import { cancelOrder } from '../../ledger/orders/cancel-order.ts';
import { HOUR, MINUTE, SECOND } from '../../platform/duration.ts';
import { openStripe } from '../provider/open-stripe.ts';
import { cancelNoted } from './intents-to-cancel.ts';

let shop: Shop;
let ahead = 0;
beforeAll(async () => {
  shop = await openShop({ clock: () => new Date(Date.now() + ahead) });
});
afterEach(() => {
  shop.emulator.control.switch({ fail: { times: 0 }, hang_up: { times: 0 }, drop: false });
  ahead = 0;
});
afterAll(() => shop.close());

let count = 0;
async function readerWith(): Promise<{ reader: Reader; ref: string }> {
  const reader = shop.reader();
  const ref = await stock(shop.deps.db, `prd:given-up-${++count}`, 5);
  await reader.add(ref);
  return { reader, ref };
}

const intents = () => shop.emulator.control.state().payment_intents;
const statusOf = (id: string) => intents().find((intent) => intent.id === id)?.status;
const noted = () => shop.deps.db.intentToCancel.count();

test('an order that is given up while another tab begins to pay it: its intent is canceled, however often the provider does not answer', async () => {
  const { reader } = await readerWith();
  const started = await reader.start();
  const { id } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: started.intent } });
  // Whoever gave it up had read it before it had an intent.
  expect(await cancelOrder(shop.deps.db, id, new Date())).toBe(true);
  shop.emulator.control.switch({ fail: { times: 3, status: 500, path: `/v1/payment_intents/${started.intent}` } });
  await expect(cancelNoted(shop.deps)).rejects.toThrow('1 intents of orders that were given up are not canceled yet');
  expect([statusOf(started.intent), await noted()]).toEqual(['requires_payment_method', 1]);
  // It did its work, and its answer was lost: asked again it says so.
  shop.emulator.control.switch({ hang_up: { times: 3, path: `/v1/payment_intents/${started.intent}/cancel` } });
  ahead = 2 * MINUTE;
  await cancelNoted(shop.deps).catch(() => undefined);
  ahead = HOUR;
  await cancelNoted(shop.deps);
  expect([statusOf(started.intent), await noted()]).toEqual(['canceled', 0]);
  expect(await reader.pay(started)).toBe('payment_intent_unexpected_state');
});

test('an intent that was paid after its order was given up is not canceled: the money goes back, once', async () => {
  shop.emulator.control.switch({ drop: true });
  const { reader, ref } = await readerWith();
  const started = await reader.start();
  const { id } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: started.intent } });
  await cancelOrder(shop.deps.db, id, new Date());
  expect(await reader.pay(started)).toBe('succeeded');
  await cancelNoted(shop.deps);
  await cancelNoted(shop.deps);
  expect(await noted()).toBe(0);
  expect(shop.emulator.control.state().refunds.filter(({ payment_intent }) => payment_intent === started.intent)).toHaveLength(1);
  expect(await stockOf(shop.deps.db, ref)).toBe(5);
});

test('an intent whose id never reached us is found at the provider’s and canceled', async () => {
  const { reader, ref } = await readerWith();
  const before = new Set(intents().map(({ id }) => id));
  shop.emulator.control.switch({ hang_up: { times: 3, path: '/v1/payment_intents' } });
  expect((await reader.press()).status).toBe(503);
  const [lost] = intents().filter(({ id }) => !before.has(id));
  if (!lost) return expect.unreachable();
  // Nobody comes back.
  ahead = 2 * HOUR;
  await reconcile(shop.deps);
  expect(await stockOf(shop.deps.db, ref)).toBe(5);
  expect([statusOf(lost.id), await noted()]).toEqual(['requires_payment_method', 1]);
  ahead = 2 * HOUR + 3 * MINUTE;
  await cancelNoted(shop.deps);
  await cancelNoted(shop.deps);
  expect([statusOf(lost.id), await noted()]).toEqual(['canceled', 0]);
});

test('what the provider has canceled before its order was given up is not asked about again', async () => {
  const { reader, ref } = await readerWith();
  const started = await reader.start();
  await reader.add(ref);
  await reader.start();
  expect([statusOf(started.intent), await noted()]).toEqual(['canceled', 0]);
  await expectBalanced(shop.deps.db, shop.emulator, {});
});

test(
  'a provider that hangs at some keeps the others not waiting: five are asked for beside each other, each of them soon given up until the next round',
  { tags: ['ci'] },
  async () => {
    const given: string[] = [];
    for (let n = 0; n < 8; n++) {
      const { reader } = await readerWith();
      const { intent } = await reader.start();
      const { id } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: intent } });
      await cancelOrder(shop.deps.db, id, new Date(Date.now() + n));
      given.push(intent);
    }
    const stuck = new Set(given.slice(0, 7));
    let now = 0;
    let most = 0;
    // In front of the provider: what is asked about those is never answered.
    const hanging = createServer((asked, answer) => {
      if (![...stuck].some((intent) => asked.url?.includes(intent))) return pass(asked, answer);
      most = Math.max(most, ++now);
      answer.on('close', () => now--);
    });
    await new Promise<void>((done) => void hanging.listen(0, '127.0.0.1', done));
    const address = hanging.address();
    if (address === null || typeof address === 'string') return expect.unreachable();
    const { config } = shop.deps;
    const stripe = openStripe({ ...config.stripe, apiBase: `http://127.0.0.1:${address.port}` }, { timeout: 500, maxNetworkRetries: 0 });
    ahead = SECOND;
    await expect(cancelNoted({ ...shop.deps, stripe })).rejects.toThrow('7 intents of orders that were given up are not canceled yet');
    hanging.close();
    expect(most).toBe(5);
    expect([statusOf(given[7] ?? ''), await noted()]).toEqual(['canceled', 7]);
    ahead = 2 * MINUTE;
    await cancelNoted(shop.deps);
    expect([given.map(statusOf), await noted()]).toEqual([given.map(() => 'canceled'), 0]);
  },
);

function pass(asked: IncomingMessage, answer: ServerResponse): void {
  const onwards = request(new URL(asked.url ?? '', shop.emulator.url), { method: asked.method, headers: asked.headers }, (response) => {
    answer.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(answer);
  });
  asked.pipe(onwards);
}
