// @module-tag ci
import { Cart } from '@newsstand/contracts/cart';
import { CheckoutResult } from '@newsstand/contracts/checkout';
import type { BuilderCart } from '@newsstand/contracts/subscribe';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishCoupon } from '../../../test/coupon.ts';
import { readerAt, startServer } from '../../../test/server.ts';
import { openShop, type Reader, type Shop } from '../../../test/shop.ts';
import { reconcile } from '../../jobs/reconcile.ts';
import { DAY } from '../../platform/duration.ts';
import { answerOf } from '../../../test/reader.ts';

let shop: Shop;
let other: Shop;
let ahead = 0;
beforeAll(async () => {
  const clock = () => new Date(Date.now() + ahead);
  shop = await openShop({ clock });
  other = { ...shop, ...(await shop.replica()) };
});
afterAll(() => shop.close());

/** A coupon of its own for one test. */
const publish = (code: string, limit: number | null): Promise<string> => publishCoupon(shop, code, limit);

const DIGITAL = { renewal: false, medium: 'digital', level: 'low', term: '1year' } as const;
const gifts = (coupon: string, count: number): Partial<BuilderCart> => ({
  giftsubs: Array.from({ length: count }, () => ({ deliverable: 'digital', level: 'low', term: '1year', coupon })),
});

/**
 * Presses the button, and again while the service has no time (503), as a reader would; what the first press took is
 * theirs.
 */
async function press(reader: Reader, cart: Partial<BuilderCart>, total: number): Promise<Response> {
  const { browser } = reader;
  const form = { name: 'Ada Reader', email: 'ada@example.org', address: null, total };
  const answer = await browser.post(`/api/donate?captcha=${await browser.captcha()}`, { cart, form, shipcode: 'a' });
  return answer.status === 503 ? press(reader, cart, total) : answer;
}

async function order(reader: Reader, cart: Partial<BuilderCart>, total: number): Promise<{ intent: string; secret: string }> {
  const response = await press(reader, cart, total);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  const result = v.parse(CheckoutResult, body);
  if (result.type !== 'started' && result.type !== 'updated') throw new Error(`the order is ${result.type}`);
  return { intent: result.intent, secret: result.keys.secret };
}

const usedOf = async (code: string) => (await shop.deps.db.couponCount.findFirstOrThrow({ where: { code } })).used;

test('of twelve readers at the same moment, on two replicas, as many use a coupon as may', async () => {
  const code = await publish('FIVEONLY', 5);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => press((index % 2 ? shop : other).reader(), gifts(code, 1), 2800 - 600)),
  );
  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(5).fill(200), ...Array<number>(7).fill(409)]);
  expect(refused[0] && (await answerOf(refused[0]))[1]).toEqual({
    errors: { general: expect.stringContaining('FIVEONLY has been used as often as it can be') },
  });
  expect(await usedOf(code)).toBe(5);
  expect((await shop.deps.db.couponUse.findMany({ where: { code } })).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5);
});

test('each copy is a use: three gifts use three, and a fourth is one too many', async () => {
  const code = await publish('THREECOPIES', 3);
  expect((await press(shop.reader(), gifts(code, 4), 4 * 2200)).status).toBe(409);
  await order(shop.reader(), gifts(code, 3), 3 * 2200);
  expect(await usedOf(code)).toBe(3);
});

test('pressing twice is one use, another choice gives it back, and paying keeps it', async () => {
  const code = await publish('ONEUSE', 1);
  const reader = shop.reader();
  const first = await order(reader, gifts(code, 1), 2200);
  expect((await order(reader, gifts(code, 1), 2200)).intent).toBe(first.intent);
  expect(await usedOf(code)).toBe(1);
  await order(reader, { giftsubs: [{ deliverable: 'digital', level: 'low', term: '1year', coupon: null }] }, 2800);
  expect(await usedOf(code)).toBe(0);
  const again = await order(reader, gifts(code, 1), 2200);
  await reader.pay(again);
  expect((await reader.status(again.intent)).status).toBe('completed');
  expect(await usedOf(code)).toBe(1);
});

test('an order that nobody came back to gives its use to the next reader', async () => {
  const code = await publish('LEFTOVER', 1);
  await order(shop.reader(), gifts(code, 1), 2200);
  expect((await press(shop.reader(), gifts(code, 1), 2200)).status).toBe(409);
  ahead += 2 * DAY;
  await reconcile(shop.deps);
  expect(await usedOf(code)).toBe(0);
  await order(shop.reader(), gifts(code, 1), 2200);
});

test('a coupon that is used up cannot be applied any more, and its limit is not told', async () => {
  const code = await publish('LASTONE', 1);
  const { browser } = shop.reader();
  const ask = async (): Promise<unknown> => (await browser.get(`/api/subscribe/coupon?code=${code}`)).json();
  expect(await ask()).toEqual(expect.objectContaining({ discounts: { digital: 600 } }));
  expect(await ask()).not.toHaveProperty('limit');
  await order(shop.reader(), gifts(code, 1), 2200);
  expect(await ask()).toMatchObject({ discounts: {} });
});

test('a cart with a coupon that others used up shows no discount, and shows it again when a use comes back', async () => {
  const code = await publish('OUTRUN', 1);
  const slow = shop.reader();
  const total = async (): Promise<number> => v.parse(Cart, await (await slow.browser.get('/api/cart')).json()).totals.a.total;
  await slow.browser.post('/api/cart', { type: 'membership', item: gifts(code, 1) });
  expect(await total()).toBe(2200);
  const fast = shop.reader();
  await order(fast, gifts(code, 1), 2200);
  expect(await total()).toBe(2800);
  await order(fast, { giftsubs: [{ deliverable: 'digital', level: 'low', term: '1year', coupon: null }] }, 2800);
  expect(await total()).toBe(2200);
});

test('who has begun to pay with the last use of a coupon keeps the discount in the cart', async () => {
  const code = await publish('MINENOW', 1);
  const reader = shop.reader();
  await reader.browser.post('/api/cart', { type: 'membership', item: gifts(code, 1) });
  const { intent } = await reader.start({ address: null });
  expect(await usedOf(code)).toBe(1);
  const cart = v.parse(Cart, await (await reader.browser.get('/api/cart')).json());
  expect(cart.totals.a).toMatchObject({ discount: 600, total: 2200 });
  expect((await reader.start({ address: null })).intent).toBe(intent);
  expect(await usedOf(code)).toBe(1);
});

test('a limit that is lowered below what was used takes nothing back, and one that is lifted lets readers in again', async () => {
  const code = await publish('LOWERED', 5);
  await order(shop.reader(), gifts(code, 3), 3 * 2200);
  await publish(code, 1);
  expect(await usedOf(code)).toBe(3);
  expect((await press(shop.reader(), gifts(code, 1), 2200)).status).toBe(409);
  await publish(code, null);
  await order(shop.reader(), gifts(code, 1), 2200);
});

test('a coupon without a limit is counted too', async () => {
  const reader = shop.reader();
  const subscription = { ...DIGITAL, coupon: 'FIRSTLANDING' };
  await reader.browser.post('/api/cart', { type: 'membership', item: { subscription } });
  const before = await usedOf('FIRSTLANDING');
  const password = { password: 'a ferry at dawn', confirm: 'a ferry at dawn' };
  await reader.start({ address: null, email: 'counted@example.org', password });
  expect(await usedOf('FIRSTLANDING')).toBe(before + 1);
});

test('of twenty readers at the same moment, on two processes, as many use a coupon as may, and pay its price', async () => {
  const code = await publish('SEVENONLY', 7);
  const { databaseUrl, emulator } = shop;
  const servers = [await startServer({ databaseUrl, emulator }), await startServer({ databaseUrl, emulator })];
  const readers = Array.from({ length: 10 }, () => servers.map((server) => readerAt(server, emulator))).flat();
  const answers = await Promise.all(
    readers.map(async (reader) => {
      const response = await press(reader, gifts(code, 1), 2200);
      const body: unknown = await response.json();
      if (response.status !== 200) return `${response.status} ${JSON.stringify(body)}`;
      const { intent, keys } = v.parse(v.object({ intent: v.string(), keys: v.object({ secret: v.string() }) }), body);
      await reader.pay({ intent, secret: keys.secret });
      return (await reader.status(intent)).status;
    }),
  );
  await Promise.all(servers.map((server) => server.kill()));
  expect(answers.filter((answer) => answer === 'completed')).toHaveLength(7);
  for (const answer of answers.filter((each) => each !== 'completed')) expect(answer).toMatch(/^409 .*has been used as often as it can be/);
  expect(await usedOf(code)).toBe(7);
  const orders = await shop.deps.db.order.findMany({ where: { state: 'paid', lines: { some: { discount: 600 } } } });
  expect(orders.filter(({ total }) => total === 2200).length).toBeGreaterThanOrEqual(7);
}, 180_000);
