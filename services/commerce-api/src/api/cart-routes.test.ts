import { Cart } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { uuidv7 } from '../platform/db/uuidv7.ts';
import { answerOf } from '../../test/reader.ts';

const TEE = { item: 'sized-product', ref: 'sze:last-boat-tee-m' };
const TABLE = { item: 'basic-product', ref: 'prd:tide-table-print' };
const ISSUE = { item: 'digital-issue', ref: 'iss:2' };

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());
afterEach(() => setGood(TEE.ref, { stock: 41, on_sale: true }));

test('a reader without a session has an empty cart, and gets no cookie for looking', async () => {
  const reader = service.browser();
  const cart = await cartOf(await reader.get('/api/cart'));
  expect(cart).toMatchObject({ version: 0, items: [], can_checkout: false });
  expect(reader.cookies.size).toBe(0);
});

test('what goes into the cart is there, priced, at the next look', { tags: ['§3.cart.6', '§7.calls.9'] }, async () => {
  const reader = service.browser();
  await add(reader, TEE, 2);
  await add(reader, ISSUE, 1);
  const cart = await cartOf(await reader.get('/api/cart'));
  expect(cart.items).toEqual([
    { ...TEE, quantity: 2 },
    { ...ISSUE, quantity: 1 },
  ]);
  expect(cart.totals.a.goods).toBe(2 * 3400 + 800);
  expect(cart.billing.b[0]).toMatchObject({ name: 'Last Boat Tee', detail: 'M', slug: 'last-boat-tee', shipcode: 'b' });
  expect(cart).toMatchObject({ version: 2, address_required: true, can_checkout: true });
});

test('each kind of good is held in the cart, those of paper apart from files', { tags: ['§1.offers.6', '§3.line.2'] }, async () => {
  const reader = service.browser();
  const kinds = [
    [TABLE, 'print'],
    [TEE, 'print'],
    [{ item: 'digital-product', ref: 'prd:atlas-of-small-differences' }, 'digital'],
    [{ item: 'print-issue', ref: 'iss:2' }, 'print'],
    [ISSUE, 'digital'],
  ] as const;
  for (const [good] of kinds) await add(reader, good, 1);
  const { items, goods } = await cartOf(await reader.get('/api/cart'));
  expect(items).toEqual(kinds.map(([good]) => ({ ...good, quantity: 1 })));
  expect(goods?.map(({ ref, medium }) => [ref, medium])).toEqual(kinds.map(([{ ref }, medium]) => [ref, medium]));
});

test('the same good again adds to its quantity, up to 50', async () => {
  const reader = service.browser();
  await add(reader, TABLE, 30);
  expect((await add(reader, TABLE, 15)).items).toEqual([{ ...TABLE, quantity: 45 }]);
  expect((await add(reader, TABLE, 15)).items).toEqual([{ ...TABLE, quantity: 50 }]);
});

test('a form works as well as JSON', { tags: ['§7.helpers.1'] }, async () => {
  const reader = service.browser();
  const response = await reader.postForm('/api/cart', { type: 'add', 'item[item]': TEE.item, 'item[ref]': TEE.ref, 'item[quantity]': '3' });
  expect((await cartOf(response)).items).toEqual([{ ...TEE, quantity: 3 }]);
});

test.each([
  ['a good that is not sold', { type: 'add', item: { item: 'basic-product', quantity: 1, ref: 'prd:moon' } }, 404],
  ['an issue that is not released', { type: 'add', item: { item: 'print-issue', quantity: 1, ref: 'iss:16' } }, 404],
  ['a ref of another type', { type: 'add', item: { item: 'print-issue', quantity: 1, ref: 'prd:tide-table-print' } }, 422],
  ['51 at once', { type: 'add', item: { ...TEE, quantity: 51 } }, 422],
  ['none at all', { type: 'add', item: { ...TEE, quantity: 0 } }, 422],
  ['half of one', { type: 'add', item: { ...TEE, quantity: 0.5 } }, 422],
  ['an empty body', {}, 422],
])('%s is refused, and begins no session', async (_title, body, status) => {
  const reader = service.browser();
  const response = await reader.post('/api/cart', body);
  expect(response.status).toBe(status);
  expect(await response.json()).toHaveProperty('errors');
  expect(reader.cookies.size).toBe(0);
});

test('a good that is sold out is refused in the words of the shop', async () => {
  await setGood(TEE.ref, { stock: 0 });
  const response = await service.browser().post('/api/cart', { type: 'add', item: { ...TEE, quantity: 1 } });
  expect(response.status).toBe(409);
  expect((await answerOf(response))[1]).toEqual({ errors: { general: expect.stringMatching(/^.+ is sold out\.$/) } });
});

test(
  'a line can be changed and removed, and the rest of the cart stays',
  { tags: ['§7.helpers.1', '§7.calls.10', '§7.calls.11'] },
  async () => {
    const reader = service.browser();
    await add(reader, TEE, 2);
    await add(reader, ISSUE, 1);
    const changed = await cartOf(await reader.patch('/api/cart', { cart: { type: TEE.item, ref: TEE.ref }, qty: 4 }));
    expect(changed.items).toEqual([
      { ...TEE, quantity: 4 },
      { ...ISSUE, quantity: 1 },
    ]);
    const removed = await cartOf(await reader.post('/api/cart/remove', { cart: { type: TEE.item, ref: TEE.ref } }));
    expect(removed.items).toEqual([{ ...ISSUE, quantity: 1 }]);
    expect(removed.version).toBe(4);
    await add(reader, TABLE, 3);
    const whole = await cartOf(await reader.post('/api/cart/remove', { cart: { type: TABLE.item, ref: TABLE.ref }, all: true }));
    expect(whole.items).toEqual([{ ...ISSUE, quantity: 1 }]);
  },
);

test('everything can be removed at once', { tags: ['§7.calls.11'] }, async () => {
  const reader = service.browser();
  await add(reader, TEE, 2);
  await add(reader, ISSUE, 1);
  expect((await cartOf(await reader.post('/api/cart/remove', { all: true }))).items).toEqual([]);
});

test('a line that is not there cannot be changed, and is gone already when it is removed', async () => {
  const reader = service.browser();
  await add(reader, TEE, 1);
  const line = { type: ISSUE.item, ref: ISSUE.ref };
  expect((await reader.patch('/api/cart', { cart: line, qty: 2 })).status).toBe(404);
  expect((await cartOf(await reader.post('/api/cart/remove', { cart: line }))).items).toHaveLength(1);
  expect((await service.browser().patch('/api/cart', { cart: line, qty: 2 })).status).toBe(404);
  expect((await cartOf(await service.browser().post('/api/cart/remove', { cart: line }))).items).toEqual([]);
});

test('one reader never sees or changes the cart of another', async () => {
  const one = service.browser();
  const other = service.browser();
  await add(one, TEE, 1);
  await add(other, ISSUE, 1);
  await other.post('/api/cart/remove', { all: true });
  expect((await cartOf(await one.get('/api/cart'))).items).toEqual([{ ...TEE, quantity: 1 }]);
});

test('the price is the one of today, not the one of when it was put into the cart', async () => {
  const reader = service.browser();
  await add(reader, TEE, 1);
  await service.deps.db.good.updateMany({ where: { ref: TEE.ref }, data: { price: 1 } });
  const cart = await cartOf(await reader.get('/api/cart'));
  await service.deps.db.good.updateMany({ where: { ref: TEE.ref }, data: { price: 3400 } });
  expect(cart.totals.a.goods).toBe(1);
});

test.each([
  ['short', { stock: 1 }, { type: 'short', left: 1 }],
  ['sold out', { stock: 0 }, { type: 'sold-out' }],
  ['withdrawn', { on_sale: false }, { type: 'withdrawn' }],
])('a line that became %s says so', async (_title, now, availability) => {
  const reader = service.browser();
  await add(reader, TEE, 2);
  await setGood(TEE.ref, now);
  const cart = await cartOf(await reader.get('/api/cart'));
  expect(cart.billing.a[0]?.availability).toEqual(availability);
  expect(cart.can_checkout).toBe(false);
});

test('what the own started order holds is not sold out for the reader who is paying for it', async () => {
  const reader = service.browser();
  await add(reader, TEE, 2);
  const { publicationId, ownerId } = await service.deps.db.cartLine.findFirstOrThrow({
    where: { ref: TEE.ref },
    orderBy: { created: 'desc' },
  });
  await setGood(TEE.ref, { stock: 0 });
  await service.deps.db.order.create({
    data: {
      id: uuidv7(),
      publicationId,
      ownerId,
      cartVersion: 1,
      name: 'R',
      email: 'r@example.org',
      shipcode: 'a',
      receiptToken: uuidv7(),
      goods: 6800,
      shipping: 0,
      discount: 0,
      waived: 0,
      total: 6800,
      lines: { create: { ordinal: 1, type: TEE.item, ref: TEE.ref, name: 'Tee', quantity: 2, price: 3400, held: true } },
    },
  });
  expect((await cartOf(await reader.get('/api/cart'))).billing.a[0]?.availability).toEqual({ type: 'available', left: 2 });
});

test('parallel adds of one session, on two replicas, lose nothing', async () => {
  const replica = await service.replica();
  const reader = service.browser();
  await add(reader, ISSUE, 1);
  const tabs = [reader, reader.at(replica.app)];
  await Promise.all(
    Array.from({ length: 40 }, (_, turn) => {
      const tab = tabs[turn % 2] ?? reader;
      return add(tab, turn % 4 < 2 ? TEE : TABLE, 1);
    }),
  );
  const cart = await cartOf(await reader.get('/api/cart'));
  expect(cart.items).toEqual(
    expect.arrayContaining([
      { ...TEE, quantity: 20 },
      { ...TABLE, quantity: 20 },
    ]),
  );
  expect(cart.version).toBe(41);
  await replica.close();
});

test('adding, changing and removing in parallel never deadlocks', async () => {
  const replica = await service.replica();
  const reader = service.browser();
  await add(reader, TEE, 1);
  await add(reader, TABLE, 1);
  const tabs = [reader, reader.at(replica.app)];
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, turn) => {
      const tab = tabs[turn % 2] ?? reader;
      const line = { type: TEE.item, ref: TEE.ref };
      if (turn % 3 === 0) return (await tab.post('/api/cart', { type: 'add', item: { ...TEE, quantity: 1 } })).status;
      if (turn % 3 === 1) return (await tab.patch('/api/cart', { cart: line, qty: 3 })).status;
      return (await tab.post('/api/cart/remove', { cart: line })).status;
    }),
  );
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  await replica.close();
});

test('a read is one statement and an add is two, the session included', async () => {
  const reader = service.browser();
  const counted = async (act: () => Promise<unknown>) => {
    service.statements.length = 0;
    await act();
    return service.statements.length;
  };
  expect(await counted(() => add(reader, TEE, 1))).toBe(2);
  // A guest's first return is noted, once.
  expect(await counted(() => add(reader, TEE, 1))).toBe(3);
  expect(await counted(() => add(reader, TEE, 1))).toBe(2);
  expect(await counted(() => reader.get('/api/cart'))).toBe(1);
  expect(await counted(() => reader.patch('/api/cart', { cart: { type: TEE.item, ref: TEE.ref }, qty: 1 }))).toBe(2);
});

async function add(reader: Browser, good: { item: string; ref: string }, quantity: number): Promise<Cart> {
  return cartOf(await reader.post('/api/cart', { type: 'add', item: { ...good, quantity } }));
}

async function cartOf(response: Response): Promise<Cart> {
  expect(response.status).toBe(200);
  return v.parse(Cart, await response.json());
}

async function setGood(ref: string, { stock, on_sale }: { stock?: number; on_sale?: boolean }): Promise<void> {
  const data = { ...(stock !== undefined && { stock }), ...(on_sale !== undefined && { onSale: on_sale }) };
  await service.deps.db.good.updateMany({ where: { ref }, data });
}
