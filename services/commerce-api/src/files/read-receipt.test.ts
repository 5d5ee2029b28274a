import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, stock, type Shop } from '../../test/shop.ts';
import { MINUTE } from '../platform/duration.ts';
import { readReceipt } from './read-receipt.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a receipt keeps what was bought at the price and by the name of then', async () => {
  const { db } = shop.deps;
  const ref = await stock(db, 'prd:atlas', 5, 1200);
  const reader = shop.reader();
  await reader.add(ref, 2);
  const token = await reader.buy();
  await db.good.updateMany({ where: { ref }, data: { price: 9900, name: 'The dearer atlas', onSale: false } });
  const receipt = await readReceipt(shop.deps, token);
  expect(receipt?.lines).toEqual([{ type: 'basic-product', ref, name: 'The atlas', detail: null, quantity: 2, price: 1200, discount: 0 }]);
  expect(receipt?.totals).toMatchObject({ goods: 2400, waived: 0 });
});

test('an order that is not paid has no receipt, even for who knows its token', async () => {
  const reader = shop.reader();
  await reader.add(await stock(shop.deps.db, 'prd:globe', 5));
  const { intent } = await reader.start();
  const { receiptToken } = await shop.deps.db.order.findUniqueOrThrow({ where: { intentId: intent } });
  expect(await readReceipt(shop.deps, receiptToken)).toBe(null);
  expect((await reader.browser.get(`/api/receipts/${receiptToken}`)).status).toBe(404);
});

test('receipts are numbered without a gap, in the order in which they were paid', async () => {
  const ref = await stock(shop.deps.db, 'prd:pencil', 50);
  const numbers: number[] = [];
  for (let count = 0; count < 3; count++) {
    const reader = shop.reader();
    await reader.add(ref);
    const receipt = await readReceipt(shop.deps, await reader.buy());
    numbers.push(Number(receipt?.number.split('-')[1]));
  }
  const [first = 0] = numbers;
  expect(numbers).toEqual([first, first + 1, first + 2]);
});

test('a receipt says that a copy is on its way until its letter comes back, or is put away', async () => {
  const { db } = shop.deps;
  const buy = async () => {
    const reader = shop.reader();
    await reader.add(await stock(db, `prd:${crypto.randomUUID()}`, 5));
    return reader.buy();
  };
  const [back, away] = [await buy(), await buy()];
  const letterOf = async (receiptToken: string) => {
    const { id: subject } = await db.order.findFirstOrThrow({ where: { receiptToken } });
    return { kind_subject: { kind: 'receipt', subject } };
  };
  expect(await readReceipt(shop.deps, back)).toMatchObject({ mailed: true });
  await db.outbox.update({ where: await letterOf(back), data: { bounced: new Date() } });
  await db.outbox.delete({ where: await letterOf(away) });
  for (const token of [back, away]) expect(await readReceipt(shop.deps, token)).toMatchObject({ mailed: false });
});

test.each([
  ['went out a minute ago', { created: 2, sent: 1 }, true],
  ['went out an hour ago', { created: 61, sent: 60 }, false],
  ['waits for a mail server that is down', { created: 60, sent: null }, true],
  ['was given up', { created: 3 * 24 * 60, sent: null }, false],
])('a receipt whose letter %s says that a copy is on its way only while it is', async (_letter, { created, sent }, mailed) => {
  const { db, clock } = shop.deps;
  const reader = shop.reader();
  await reader.add(await stock(db, `prd:${crypto.randomUUID()}`, 5));
  const token = await reader.buy();
  const { id: subject } = await db.order.findFirstOrThrow({ where: { receiptToken: token } });
  const ago = (minutes: number) => new Date(clock().getTime() - minutes * MINUTE);
  await db.outbox.update({
    where: { kind_subject: { kind: 'receipt', subject } },
    data: { created: ago(created), sent: sent === null ? null : ago(sent) },
  });
  expect(await readReceipt(shop.deps, token)).toMatchObject({ mailed });
});
