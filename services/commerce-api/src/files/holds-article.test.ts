import { Entitlement } from '@newsstand/contracts/access';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { openShop, type Shop } from '../../test/shop.ts';
import { deliver, makeSubscriber, subscribe } from '../../test/subscriber.ts';

/** For subscribers, of issue 13. */
const CHEESE = '/articles/contraband-cheese';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = async (browser: Browser, path = CHEESE) =>
  v.parse(Entitlement, await (await browser.get(`/api/access/entitlement?path=${encodeURIComponent(path)}`)).json());

test('whose subscription has ended reads on in the issues that it brought, and is asked to renew for others', async () => {
  const { browser, id } = await makeSubscriber(shop);
  await deliver(shop, await subscribe(shop, id), [10, 11, 12, 13]);
  expect(await ask(browser)).toMatchObject({ entitled: true, by: null, renewable: false });
  // A content system that serves its articles at the root.
  expect(await ask(browser, '/contraband-cheese/')).toMatchObject({ entitled: true });
  const others = [
    '/articles/another',
    `/another${CHEESE}`,
    `${CHEESE}/another`,
    '/articles/',
    '/',
    '/articles/%2e%2e',
    `/articles/x?p=${CHEESE}`,
  ];
  for (const path of others) expect(await ask(browser, path)).toMatchObject({ entitled: false, renewable: true });
  const other = await makeSubscriber(shop);
  await deliver(shop, await subscribe(shop, other.id), [9, 10, 11, 12]);
  expect(await ask(other.browser)).toMatchObject({ entitled: false, renewable: true });
});

test('who bought the issue as a file reads its articles in this browser, and nobody else does', async () => {
  const reader = shop.reader();
  await reader.add('iss:13', 1, 'digital-issue');
  expect(await ask(reader.browser)).toMatchObject({ entitled: false });
  const receiptToken = await reader.buy();
  expect(await ask(reader.browser)).toMatchObject({ entitled: true, by: null });
  expect(await ask(shop.browser())).toMatchObject({ entitled: false });
  const { id, total: amount } = await shop.deps.db.order.findUniqueOrThrow({ where: { receiptToken } });
  const now = shop.deps.clock();
  await shop.deps.db.moneyBack.create({ data: { id: `re_${id}`, orderId: id, state: 'refunded', amount, created: now, updated: now } });
  expect(await ask(reader.browser)).toMatchObject({ entitled: false });
});

test('who bought the issue in print has it on paper, and no file', async () => {
  const reader = shop.reader();
  await reader.add('iss:13', 1, 'print-issue');
  await reader.buy();
  expect(await ask(reader.browser)).toMatchObject({ entitled: false });
});
