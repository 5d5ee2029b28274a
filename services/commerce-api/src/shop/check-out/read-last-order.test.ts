import { PageData } from '@newsstand/contracts/page-data';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settled } from '../../../test/timed-magazine.ts';
import { openShop, type Reader, type Shop, stock } from '../../../test/shop.ts';
import { settle } from '../../payments/settle/settle.ts';
import { DAY } from '../../platform/duration.ts';

let now = new Date();
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ clock: () => now });
  await stock(shop.deps.db, 'prd:barometer', 20);
});
afterAll(() => shop.close());

const lastOrder = async ({ browser }: Reader) => v.parse(PageData, await (await browser.get('/api/page/checkout')).json()).last_order;

/** The page does not hear of it: no poll, and nothing but the job that looks after payments. */
async function payUnheard(reader: Reader): Promise<{ id: string; receiptToken: string }> {
  await reader.add('prd:barometer');
  const started = await reader.start();
  await reader.pay(started);
  await settle(shop.deps, started.intent);
  // What the provider tells of it meanwhile costs statements of its own, and would settle the order anew.
  await settled(shop);
  return shop.deps.db.order.findFirstOrThrow({ where: { intentId: started.intent } });
}

test('who paid and closed the page finds the receipt at the check-out for a day, while their cart is empty', async () => {
  const reader = shop.reader();
  expect(await lastOrder(reader)).toBeNull();
  const { receiptToken } = await payUnheard(reader);
  shop.statements.length = 0;
  expect(await lastOrder(reader)).toEqual({ status: 'completed', receipt: receiptToken });
  expect(shop.statements.length).toBeLessThanOrEqual(3);

  expect(await lastOrder(shop.reader())).toBeNull();
  await reader.add('prd:barometer');
  expect(await lastOrder(reader)).toBeUndefined();
  await reader.browser.post('/api/cart/remove', { cart: { type: 'basic-product', ref: 'prd:barometer' } });
  now = new Date(now.getTime() + DAY);
  expect(await lastOrder(reader)).toBeNull();
});

test('an order whose bank is still moving the money leads to its invoice', async () => {
  const reader = shop.reader();
  const { id, receiptToken } = await payUnheard(reader);
  await shop.deps.db.order.update({ where: { id }, data: { state: 'processing', paid: null } });
  expect(await lastOrder(reader)).toEqual({ status: 'processing', invoice: receiptToken });
});
