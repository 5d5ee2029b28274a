import { DeskBooks } from '@newsstand/contracts/desk-books';
import { DeskToday } from '@newsstand/contracts/desk-reader';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { sellMugs } from '../../../test/parcels.ts';
import { makeSubscriber, subscribe } from '../../../test/subscriber.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY } from '../../platform/duration.ts';
import { checkBooks } from './check-books.ts';

let service: DeskApp;
let late = 0;
beforeAll(async () => {
  service = await createDeskTestApp({ clock: () => new Date(Date.parse('2026-11-24T12:00:00Z') + late) });
});
afterAll(() => service.close());

const books = async () => v.parse(DeskBooks, await (await (await service.as('accountant')).get('/api/desk/books')).json());
const onToday = async () => {
  const { work } = v.parse(DeskToday, await (await (await service.as('accountant')).get('/api/desk/today')).json());
  return work.find(({ list }) => list === 'books')?.count ?? 0;
};

test('books that add up are said to, and nothing is on Today', { tags: ['ci'] }, async () => {
  await sellMugs(service);
  const { id } = await makeSubscriber(service);
  await subscribe(service, id);
  expect(await books()).toEqual({ checked: null, differences: [] });
  expect(await checkBooks(service.deps)).toBe(0);
  expect([await books(), await onToday()]).toEqual([{ checked: '2026-11-24T12:00:00.000Z', differences: [] }, 0]);
});

test('each thing that a hand or a fault changed is on Today since it was found, nothing is mended by itself, and what people mended goes', async () => {
  const { db } = service.deps;
  const [sum, stock, state, back] = [await sellMugs(service), await sellMugs(service), await sellMugs(service), await sellMugs(service)];
  const { id } = await makeSubscriber(service);
  await subscribe(service, id);
  const term = await db.subscription.findFirstOrThrow({ where: { ownerId: id } });
  await db.orderLine.updateMany({ where: { orderId: sum.id }, data: { price: 450 } });
  await db.good.updateMany({ where: { ref: stock.ref }, data: { stock: 3 } });
  await db.order.update({ where: { id: state.id }, data: { state: 'fulfilled' } });
  await db.issueToken.deleteMany({ where: { subscriptionId: term.id, ordinal: 4 } });
  const now = service.deps.clock();
  const refund = { publicationId: 'main', method: 'check', amount: 1100, shipping: 0, state: 'sent', reference: '7', untold: true };
  await db.refund.create({
    data: {
      id: uuidv7(),
      orderId: back.id,
      ...refund,
      created: now,
      updated: now,
      lines: { create: [{ ordinal: 0, quantity: 0, amount: 1000 }] },
    },
  });
  expect(await checkBooks(service.deps)).toBe(7);
  late += DAY;
  expect(await checkBooks(service.deps)).toBe(7);
  const { differences } = await books();
  expect(differences.map(({ rule, order }) => [rule, order]).toSorted()).toEqual([
    ['back-too-much', back.number],
    ['fulfilled', state.number],
    ['issues', null],
    ['no-action', back.number],
    ['order-sum', sum.number],
    ['refund-sum', back.number],
    ['stock', null],
  ]);
  expect(new Set(differences.map(({ found }) => found))).toEqual(new Set(['2026-11-24T12:00:00.000Z']));
  expect(differences.find(({ rule }) => rule === 'order-sum')?.detail).toBe('$10.00 were paid, its lines make $9.00');
  expect(await onToday()).toBe(7);
  // Nobody else's work.
  expect((await (await service.as('service')).get('/api/desk/books')).status).toBe(403);

  await db.orderLine.updateMany({ where: { orderId: sum.id }, data: { price: 500 } });
  await db.good.updateMany({ where: { ref: stock.ref }, data: { stock: 8 } });
  expect(await checkBooks(service.deps)).toBe(5);
});
