import { DeskLetters, DeskOrder, DeskOrders } from '@newsstand/contracts/desk-orders';
import type { DeskRole } from '@newsstand/contracts/desk-roles';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { makeAccount } from '../../../test/reader.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';

let service: DeskApp;
const people: Partial<Record<DeskRole, Browser>> = {};
beforeAll(async () => {
  service = await createDeskTestApp();
  for (const role of ['service', 'shop', 'developer'] as const) people[role] = await service.as(role);
});
afterAll(() => service.close());

let made = 0;
type Wishes = { ownerId?: string; at?: Date; state?: 'paid' | 'cancelled'; type?: string; email?: string };

async function sell({ ownerId = uuidv7(), at = new Date(), state = 'paid', type = 'product', email = 'tom@guest.example' }: Wishes = {}) {
  const [id, number] = [uuidv7(at.getTime()), `EXR-9${(made += 1)}`];
  const sums = { goods: 5000, shipping: 500, discount: 1000, waived: 0, total: 4500 };
  const who = { publicationId: 'main', ownerId, name: 'Tom Guestling', email, shipcode: 'a', cartVersion: 1, receiptToken: id };
  const { db } = service.deps;
  await db.order.create({
    data: { id, number, state, ...who, ...sums, created: at, paid: at, card: { type: 'visa', last_four: '4242' } },
  });
  const line = { orderId: id, ordinal: 1, type, ref: 'x', name: 'Harbour Mug', detail: 'blue', quantity: 2, price: 2500, discount: 1000 };
  await db.orderLine.create({ data: { ...line, ...(type !== 'product' && { choice: {} }) } });
  return { id, number, ownerId };
}

async function pages(query: string, role: DeskRole = 'service') {
  const all: DeskOrders['orders'] = [];
  let after: string | null = '';
  while (after !== null) {
    const response = await people[role]?.get(`/api/desk/orders?${query}${after === '' ? '' : `&after=${after}`}`);
    expect(response?.status).toBe(200);
    const page: DeskOrders = v.parse(DeskOrders, await response?.json());
    all.push(...page.orders);
    after = page.next;
  }
  return all;
}

test('orders come in pages, the newest first: none twice, none left out, however many were made in one moment', async () => {
  const at = new Date(Date.now() - 400 * DAY);
  const numbers = [];
  for (let n = 0; n < 120; n++) numbers.push((await sell({ at: new Date(at.getTime() + Math.floor(n / 40)) })).number);
  const until = new Date(at.getTime() + DAY).toISOString();
  const listed = await pages(`until=${until}`);
  expect(listed.map(({ number }) => number).toSorted()).toEqual(numbers.toSorted());
  const placed = listed.map((one) => one.placed);
  expect(placed).toEqual(placed.toSorted().toReversed());
});

test('a list of orders is narrowed by what was sold, its state, and money that went back', async () => {
  const since = new Date(Date.now() - 200 * DAY);
  const at = new Date(since.getTime() + DAY);
  const days = `since=${since.toISOString()}&until=${new Date(since.getTime() + 2 * DAY).toISOString()}`;
  const goods = await sell({ at });
  const gift = await sell({ at, type: 'gift-subscription' });
  const gone = await sell({ at, state: 'cancelled' });
  const { db } = service.deps;
  const back = { orderId: gift.id, state: 'refunded', amount: 1200, created: at, updated: at };
  await db.moneyBack.create({ data: { id: `re_${gift.id}`, ...back } });
  await db.moneyBack.create({ data: { id: `re_${goods.id}`, ...back, orderId: goods.id, state: 'failed' } });
  const numbers = async (query: string) => (await pages(`${days}&${query}`)).map(({ number }) => number).toSorted();
  expect(await numbers('')).toEqual([goods.number, gift.number, gone.number].toSorted());
  expect([await numbers('kind=gift'), await numbers('kind=goods&state=paid'), await numbers('state=cancelled')]).toEqual([
    [gift.number],
    [goods.number],
    [gone.number],
  ]);
  expect(await pages(`${days}&back=yes`)).toMatchObject([{ number: gift.number, back: 1200 }]);
  expect((await people.service?.get('/api/desk/orders?kind=nonsense'))?.status).toBe(422);
});

test('an order’s page has its lines, how it was paid, what went back and its letters; who looked is noted', async () => {
  const { id: ownerId, email } = await makeAccount(service);
  const { id, number } = await sell({ ownerId, email });
  const { db } = service.deps;
  const at = new Date();
  await db.moneyBack.create({ data: { id: `re_${id}`, orderId: id, state: 'pending', amount: 700, created: at, updated: at } });
  const letter = { publicationId: 'main', created: at };
  await db.outbox.create({
    data: { ...letter, id: uuidv7(), kind: 'receipt', sent: at, subject: id, recipient: email, payload: { order: id } },
  });
  await db.outbox.create({
    data: { ...letter, id: uuidv7(), kind: 'gift-for-you', subject: `x${id}`, recipient: 'stranger@example.org', payload: { order: id } },
  });
  // What tells somebody of a gift that this order gave them is of this order.
  const token = `gift-${id}`;
  const gift = { id: uuidv7(), publicationId: 'main', ownerId, token, orderId: id, ordinal: 0, number: 1 };
  await db.gift.create({ data: { ...gift, deliverable: 'digital', level: 'low', term: '1year' } });
  await db.outbox.create({
    data: {
      ...letter,
      created: new Date(at.getTime() - 1000),
      id: uuidv7(),
      kind: 'gift-for-you',
      subject: token,
      recipient: 'giftee@example.org',
      payload: {},
    },
  });
  const response = await people.service?.get(`/api/desk/orders/${number}`);
  const order = v.parse(DeskOrder, await response?.json());
  expect(order).toMatchObject({
    number,
    owner: ownerId,
    email,
    by: 'Visa ···· 4242',
    lines: [{ name: 'Harbour Mug', detail: 'blue', quantity: 2, price: 2500, discount: 1000, gifts: [], terms: [] }],
    total: 4500,
    back: [{ state: 'pending', amount: 700 }],
    letters: [
      { kind: 'receipt', to: email, again: true },
      { kind: 'gift-for-you', to: 'giftee@example.org', again: false },
    ],
  });
  expect(await db.staffLook.count({ where: { ownerId } })).toBe(1);
  const letters = v.parse(DeskLetters, await (await people.service?.get(`/api/desk/readers/${ownerId}/letters`))?.json());
  expect(letters.letters.map(({ kind }) => kind)).toContain('receipt');
  expect((await people.service?.get('/api/desk/orders/EXR-404404'))?.status).toBe(404);
});

test('who sees no readers is led to none, and who sees no names reads none', async () => {
  const { number } = await sell();
  const page = async (role: DeskRole) => v.parse(DeskOrder, await (await people[role]?.get(`/api/desk/orders/${number}`))?.json());
  expect(await page('shop')).toMatchObject({ owner: null, name: 'Tom Guestling', email: null, letters: [], history: [] });
  expect(await page('developer')).toMatchObject({ owner: null, name: '', email: null, address: [] });
  const mine = (role: DeskRole) => pages('', role).then((all) => all.find((one) => one.number === number));
  expect([await mine('shop'), await mine('developer')]).toMatchObject([
    { owner: null, name: 'Tom Guestling' },
    { owner: null, name: '' },
  ]);
});
