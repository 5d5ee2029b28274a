import { Cart } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { logInWith, makeAccount } from '../../../test/reader.ts';
import { openShop, stock, type Shop } from '../../../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const TEE = { item: 'sized-product', ref: 'sze:last-boat-tee-m' };
const TABLE = { item: 'basic-product', ref: 'prd:tide-table-print' };
const ISSUE = { item: 'digital-issue', ref: 'iss:2' };
const DIGITAL = { renewal: false, medium: 'digital', level: 'low', term: '1year', coupon: null };
const GIFT = { deliverable: 'print-a', level: 'low', term: '1year', coupon: null };
const MONTHLY = { process: 'monthly-init', dollars: 5, amount: 500 };

const add = (browser: Browser, good: typeof TEE, quantity = 1) => browser.post('/api/cart', { type: 'add', item: { ...good, quantity } });
const choose = (browser: Browser, item: object) => browser.post('/api/cart', { type: 'membership', item: { giftsubs: [], ...item } });

/** What the lines say that the account's cart added to them. */
async function message(browser: Browser): Promise<[string, number][]> {
  const { billing } = v.parse(Cart, await (await browser.get('/api/cart')).json());
  return billing.b.flatMap(({ cart, from_account }) => (from_account === undefined ? [] : [[cart.type, from_account] as [string, number]]));
}

/** A browser that is logged in, and has put what `fill` does into the account's cart. */
async function account(fill: (home: Browser) => Promise<unknown>): Promise<{ home: Browser; email: string }> {
  const { email } = await makeAccount(shop);
  const home = shop.browser();
  await logInWith(home, email);
  await fill(home);
  return { home, email };
}

test('what a login adds from the account’s cart to the one on the page is said on its lines: goods, gifts, a subscription, a donation', async () => {
  const { email } = await account(async (home) => {
    await choose(home, { subscription: DIGITAL, donation: MONTHLY, giftsubs: [GIFT, GIFT] });
    await add(home, TEE, 2);
    await add(home, TABLE, 3);
  });
  const cafe = shop.browser();
  await add(cafe, TABLE);
  await add(cafe, ISSUE);
  expect(await message(cafe)).toEqual([]);
  await logInWith(cafe, email);
  const added = [
    ['personal-subscription', 1],
    ['gift-subscription', 2],
    ['donation-item', 1],
    ['sized-product', 2],
    ['basic-product', 3],
  ];
  expect(await message(cafe)).toEqual(added);
  // It is said again to who comes back, and neither another thing nor a coupon hushes it.
  await add(cafe, { item: 'basic-product', ref: 'prd:harbour-mug' });
  await cafe.post('/api/cart', { type: 'coupon', code: 'POSTCARD' });
  expect(await message(cafe)).toEqual(added);
});

test('a line that the reader chooses anew says no more that it came from the account, and one that is removed and put back does not', async () => {
  const { email } = await account(async (home) => {
    await choose(home, { subscription: DIGITAL, donation: MONTHLY });
    await add(home, TEE, 2);
    await add(home, TABLE, 3);
  });
  const cafe = shop.browser();
  await add(cafe, ISSUE);
  await logInWith(cafe, email);
  await cafe.patch('/api/cart', { cart: { type: TEE.item, ref: TEE.ref }, qty: 1 });
  await choose(cafe, { donation: { ...MONTHLY, process: 'onetime' } });
  await cafe.post('/api/cart/remove', { cart: { type: TABLE.item, ref: TABLE.ref } });
  await add(cafe, TABLE);
  expect(await message(cafe)).toEqual([['personal-subscription', 1]]);
});

test('nothing is said where nothing was added: the same choice in both carts, a line that is full already, a cart that held nothing', async () => {
  const { email } = await account(async (home) => {
    await choose(home, { subscription: DIGITAL, donation: MONTHLY });
    await add(home, TEE, 20);
    await add(home, TABLE, 20);
  });
  const cafe = shop.browser();
  await choose(cafe, { subscription: DIGITAL, donation: { ...MONTHLY, dollars: 7, amount: 700 } });
  await add(cafe, TEE, 50);
  await add(cafe, TABLE, 45);
  await logInWith(cafe, email);
  // Of the tables 5 found room; the donation of the account’s made place for the one on the page, which says so itself.
  expect(await message(cafe)).toEqual([['basic-product', 5]]);

  // Who comes with nothing sees the account's own cart, whatever an earlier login has put together.
  const library = shop.browser();
  await logInWith(library, email);
  expect(await message(library)).toEqual([]);
  const emptied = shop.browser();
  await add(emptied, ISSUE);
  await emptied.post('/api/cart/remove', { all: true });
  await logInWith(emptied, email);
  expect(await message(emptied)).toEqual([]);
  const newcomer = shop.browser();
  const { email: fresh } = await makeAccount(shop);
  await add(newcomer, TEE);
  await logInWith(newcomer, fresh);
  expect(await message(newcomer)).toEqual([]);
});

test('a subscription that took the place of another once, and is added by the next login, says both', async () => {
  const { email } = await account((home) => choose(home, { subscription: DIGITAL }));
  const cafe = shop.browser();
  await choose(cafe, { subscription: { ...DIGITAL, level: 'high' } });
  await logInWith(cafe, email);
  expect(await message(cafe)).toEqual([]);
  const library = shop.browser();
  await add(library, ISSUE);
  await logInWith(library, email);
  expect(await message(library)).toEqual([['personal-subscription', 1]]);
  const { billing } = v.parse(Cart, await (await library.get('/api/cart')).json());
  expect(billing.b[0]).toMatchObject({ from_account: 1, in_place_of: 'Digital, Standard, 1 year (4 issues)' });
});

test('what another tab adds just after the login is the reader’s own, and changes nothing of what is said', async () => {
  const { email } = await account((home) => add(home, TEE, 48));
  const browser = shop.browser();
  await add(browser, ISSUE);
  const tab = shop.browser();
  tab.cookies.set('sid', browser.cookies.get('sid') ?? '');
  await logInWith(browser, email);
  await add(tab, TEE, 5);
  await add(tab, TABLE);
  expect(await message(browser)).toEqual([['sized-product', 45]]);
});

test('after the order nothing is said any more, of what is left in the cart either', async () => {
  const ref = await stock(shop.deps.db, 'prd:said-once', 9);
  const good = { item: 'basic-product', ref };
  const { email } = await account((home) => add(home, good, 2));
  const reader = shop.reader();
  await reader.add(ref);
  await logInWith(reader.browser, email);
  expect(await message(reader.browser)).toEqual([['basic-product', 2]]);
  const started = await reader.start();
  await add(reader.browser, good);
  expect(await reader.pay(started)).toBe('succeeded');
  await expect.poll(async () => (await reader.cart()).items.map(({ quantity }) => quantity)).toEqual([1]);
  expect(await message(reader.browser)).toEqual([]);
});
