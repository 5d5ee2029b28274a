import { CheckoutResult, type CheckoutInput } from '@newsstand/contracts/checkout';
import { Receipt } from '@newsstand/contracts/receipt';
import type { BuilderCart } from '@newsstand/contracts/subscribe';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, whoIs } from '../../test/reader.ts';
import { ADDRESS, newcomer, openShop, stock, stockOf, type Reader, type Shop } from '../../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const PRINT = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null } as const;
const GIFT = { deliverable: 'print-c', level: 'low', term: '1year', coupon: null } as const;

type Wishes = { path?: string; cart: Partial<BuilderCart>; total: number; form?: Partial<CheckoutInput>; coupon?: string };

async function press({ browser }: Reader, { path = '/api/subscribe', cart, total, form, coupon }: Wishes): Promise<Response> {
  const query = new URLSearchParams({ captcha: await browser.captcha(), ...(coupon !== undefined && { coupon }) });
  const body = { cart, form: { name: 'Ada Reader', email: 'ada@example.org', address: ADDRESS, total, ...form }, shipcode: 'a' };
  return browser.post(`${path}?${query}`, body);
}

async function order(reader: Reader, wishes: Wishes): Promise<{ intent: string; secret: string }> {
  const response = await press(reader, wishes);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  const result = v.parse(CheckoutResult, body);
  if (result.type !== 'started' && result.type !== 'updated') throw new Error(`the order is ${result.type}`);
  return { intent: result.intent, secret: result.keys.secret };
}

const errorsOf = async (pending: Promise<Response>) => {
  const response = await pending;
  return await answerOf(response);
};

test(
  'a guest subscribes from the builder’s page, with a coupon and a product, and the cart of the store is left alone',
  { tags: ['§6.visitor.4', '§7.calls.35'] },
  async () => {
    const reader = shop.reader();
    const [mug, pin] = [await stock(shop.deps.db, 'prd:builder-mug', 3, 1500), await stock(shop.deps.db, 'prd:builder-pin', 5)];
    await reader.add(mug);
    await reader.add(pin);
    // 56.00 less 12.00, a mug for 15.00, and 5.00 to post it.
    const cart = { subscription: PRINT, items: [{ item: 'basic-product' as const, ref: mug, quantity: 1 }] };
    const started = await order(reader, { cart, coupon: 'papertrail', total: 5600 - 1200 + 1500 + 500, form: newcomer() });
    expect(await stockOf(shop.deps.db, mug)).toBe(2);
    await reader.pay(started);
    expect((await reader.status(started.intent)).status).toBe('completed');
    expect((await reader.cart()).items.map(({ ref }) => ref)).toEqual([mug, pin]);
    const placed = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: started.intent } });
    expect(await shop.deps.db.subscription.count({ where: { ownerId: placed.ownerId } })).toBe(1);
  },
);

test('a receipt names the coupon of each line that it took something off', async () => {
  const reader = shop.reader();
  const giftsubs = [{ ...GIFT, deliverable: 'print-a' as const, coupon: 'PAPERTRAIL' }, GIFT];
  const started = await order(reader, { cart: { giftsubs }, total: 5600 - 1200 + 8000, form: { address: null } });
  await reader.pay(started);
  const status = await reader.status(started.intent);
  if (status.status !== 'completed') throw new Error(`the order is ${status.status}`);
  const { lines } = v.parse(Receipt, await (await reader.browser.get(`/api/receipts/${status.receipt}`)).json());
  expect(lines.map(({ coupon, discount }) => ({ coupon, discount }))).toEqual([
    { coupon: 'PAPERTRAIL', discount: 1200 },
    { coupon: undefined, discount: 0 },
  ]);
});

test('a browser that has never been here gets a session with its order', async () => {
  const reader = shop.reader();
  const started = await order(reader, {
    path: '/api/donate',
    cart: { donation: { process: 'onetime', dollars: 25 } },
    total: 2500,
    form: { address: null },
  });
  await reader.pay(started);
  expect((await reader.status(started.intent)).status).toBe('completed');
});

test('pressing twice is one order, and another choice replaces it', async () => {
  const reader = shop.reader();
  const gifts = (count: number) => ({ giftsubs: Array.from({ length: count }, () => GIFT) });
  const first = await order(reader, { cart: gifts(2), total: 2 * 8000, form: { address: null } });
  expect((await order(reader, { cart: gifts(2), total: 2 * 8000, form: { address: null } })).intent).toBe(first.intent);
  const second = await order(reader, { cart: gifts(3), total: 3 * 8000, form: { address: null } });
  expect(await reader.pay(first)).toBe('payment_intent_unexpected_state');
  await reader.pay(second);
  expect((await reader.status(second.intent)).status).toBe('completed');
});

test('a guest makes an account with the order, and is logged in', { tags: ['§6.visitor.8'] }, async () => {
  const reader = shop.reader();
  const form = { email: ' New.Reader@Example.org', password: { password: 'a ferry at dawn', confirm: 'a ferry at dawn' } };
  const started = await order(reader, { cart: { subscription: PRINT }, total: 5600, form });
  expect(await whoIs(reader.browser)).toBe('new.reader@example.org');
  await reader.pay(started);
  expect((await reader.status(started.intent)).status).toBe('completed');
  const account = await shop.deps.db.account.findFirstOrThrow({ where: { email: 'new.reader@example.org' } });
  expect(await shop.deps.db.subscription.count({ where: { ownerId: account.id } })).toBe(1);
  expect(await errorsOf(press(shop.reader(), { cart: { subscription: PRINT }, total: 5600, form }))).toEqual([
    422,
    { errors: { email: expect.stringContaining('has an account already') }, require: 'login' },
  ]);
});

test('a price that the page did not show, an empty choice, a product that is not sold and a missing bot check are refused', async () => {
  const reader = shop.reader();
  expect(await errorsOf(press(reader, { cart: { subscription: PRINT }, total: 5599, form: newcomer() }))).toEqual([
    409,
    { errors: { total: expect.stringContaining('$56.00') } },
  ]);
  expect((await press(reader, { cart: {}, total: 0 })).status).toBe(422);
  const items = [{ item: 'basic-product' as const, ref: 'prd:of-nobody', quantity: 1 }];
  expect((await press(reader, { cart: { subscription: PRINT, items }, total: 5600, form: newcomer() })).status).toBe(409);
  // Nobody is logged in by what was refused.
  expect(await whoIs(reader.browser)).toBeNull();
  expect(
    (await reader.browser.post('/api/subscribe', { cart: {}, form: { name: 'A', email: 'a@b.cd', total: 1 }, shipcode: 'a' })).status,
  ).toBe(403);
});

test.each(['/api/subscribe', '/api/subscribe/renew', '/api/donate', '/api/cart/checkout', '/api/list/signup'])(
  'the bot check is asked of %s',
  { tags: ['§1.outside.6'] },
  async (path) => {
    const form = { name: 'A', email: 'a@example.org', total: 5600 };
    const body =
      path.startsWith('/api/subscribe') || path === '/api/donate' ? { cart: { subscription: PRINT }, form, shipcode: 'a' } : form;
    const response = await shop.reader().browser.post(path, body);
    expect(response.status).toBe(403);
    expect(JSON.stringify(await response.json())).toContain('We could not check that you are human. Please try again.');
  },
);

test('the coupon behind a code is told however it is typed, and null for one that nobody knows', async () => {
  const { browser } = shop.reader();
  expect(await (await browser.get('/api/subscribe/coupon?code=%20postCard')).json()).toMatchObject({ code: 'POSTCARD', applied: 'gift' });
  expect(await (await browser.get('/api/subscribe/coupon?code=none')).json()).toBeNull();
});
