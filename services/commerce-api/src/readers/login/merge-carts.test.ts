import { Cart } from '@newsstand/contracts/cart';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { appOn } from '../../../test/app-on.ts';
import { logInWith, makeAccount, whoIs } from '../../../test/reader.ts';
import { openShop, stock, type Reader, type Shop } from '../../../test/shop.ts';
import { hashOf } from '../../platform/secrets.ts';
import { addItem } from '../../shop/cart/add-item.ts';
import { startSession, type Identified } from './start-session.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const [TEE, TABLE, ISSUE] = ['sze:last-boat-tee-m', 'prd:tide-table-print', 'iss:2'] as const;
const TYPES = { [TEE]: 'sized-product', [TABLE]: 'basic-product', [ISSUE]: 'digital-issue' } as const;

const GIFTS = { giftsubs: [{ deliverable: 'digital', level: 'low', term: '1year', coupon: null }] };

const add = (browser: Browser, ref: keyof typeof TYPES, quantity = 1) =>
  browser.post('/api/cart', { type: 'add', item: { item: TYPES[ref], ref, quantity } });

async function quantities(browser: Browser): Promise<Record<string, number>> {
  const { items } = v.parse(Cart, await (await browser.get('/api/cart')).json());
  return Object.fromEntries(items.map(({ ref, quantity }) => [ref, quantity]));
}

test('at login the guest’s cart goes into the account’s: lines are added, up to 50, and none is lost', async () => {
  const { email } = await makeAccount(shop);
  const home = shop.browser();
  await logInWith(home, email);
  await add(home, TEE, 30);
  await add(home, TABLE, 2);

  const cafe = shop.browser();
  await add(cafe, TEE, 30);
  await add(cafe, ISSUE);
  await logInWith(cafe, email);
  const merged = { [TEE]: 50, [TABLE]: 2, [ISSUE]: 1 };
  expect(await quantities(cafe)).toEqual(merged);
  expect(await quantities(home)).toEqual(merged);
});

test(
  'what two carts hold of a thing over its limit is said on its line, gifts as well, until the reader chooses how many',
  { tags: ['§9.gifts.1'] },
  async () => {
    const { email } = await makeAccount(shop);
    const giftsubs = (count: number) =>
      Array.from({ length: count }, () => ({ deliverable: 'digital', level: 'low', term: '1year', coupon: null }));
    const [home, cafe] = [shop.browser(), shop.browser()];
    await logInWith(home, email);
    for (const [browser, gifts, tees] of [
      [home, 15, 45],
      [cafe, 8, 7],
    ] as const) {
      await browser.post('/api/cart', { type: 'membership', item: { giftsubs: giftsubs(gifts) } });
      await add(browser, TEE, tees);
      await add(browser, TABLE, 1);
    }
    await logInWith(cafe, email);
    const lines = async () => {
      const { billing } = v.parse(Cart, await (await cafe.get('/api/cart')).json());
      return billing.b.map(({ cart, quantity, left_out }) => [cart.type, quantity, left_out]);
    };
    expect(await lines()).toEqual([
      ['gift-subscription', 20, 3],
      ['sized-product', 50, 2],
      ['basic-product', 2, undefined],
    ]);
    // It is said again to who comes back, and adding another thing does not hush it.
    await add(cafe, ISSUE);
    expect((await lines())[0]).toEqual(['gift-subscription', 20, 3]);
    const { items, giftsubs: gifts } = v.parse(Cart, await (await cafe.get('/api/cart')).json());
    expect([gifts.length, items.length]).toEqual([20, 3]);
    await cafe.patch('/api/cart', { cart: { type: 'sized-product', ref: TEE }, qty: 49 });
    expect((await lines())[1]).toEqual(['sized-product', 49, undefined]);
  },
);

test('a first login keeps the cart as it was, in its order', async () => {
  const { email } = await makeAccount(shop);
  const browser = shop.browser();
  await add(browser, TABLE);
  await add(browser, ISSUE);
  await logInWith(browser, email);
  expect(Object.entries(await quantities(browser))).toEqual([
    [TABLE, 1],
    [ISSUE, 1],
  ]);
});

test('logging in twice does not double the cart', async () => {
  const { email } = await makeAccount(shop);
  const browser = shop.browser();
  await add(browser, TABLE, 3);
  await logInWith(browser, email);
  await logInWith(browser, email);
  expect(await quantities(browser)).toEqual({ [TABLE]: 3 });
});

test('of two subscriptions the one chosen last stays, with its own coupon or without one, and each gift keeps the coupon it was chosen with', async () => {
  const { email } = await makeAccount(shop);
  const PRINT = { renewal: false, medium: 'print', level: 'low', term: '1year' };
  const GIFT = { deliverable: 'print-a', level: 'low', term: '1year' };
  const choose = (browser: Browser, coupon: string | null, giftCoupon: string | null) =>
    browser.post('/api/cart', {
      type: 'membership',
      item: { subscription: { ...PRINT, coupon }, giftsubs: [{ ...GIFT, coupon: giftCoupon }] },
    });
  const couponsOf = async (browser: Browser) => {
    const { subscription, giftsubs } = v.parse(Cart, await (await browser.get('/api/cart')).json());
    return [subscription?.coupon, giftsubs.map(({ coupon }) => coupon).toSorted()];
  };
  const home = shop.browser();
  await logInWith(home, email);
  await choose(home, null, null);

  const cafe = shop.browser();
  await choose(cafe, 'PAPERTRAIL', 'POSTCARD');
  await logInWith(cafe, email);
  expect(await couponsOf(cafe)).toEqual(['PAPERTRAIL', ['POSTCARD', null]]);
  const library = shop.browser();
  await choose(library, null, 'POSTCARD');
  await logInWith(library, email);
  expect(await couponsOf(library)).toEqual([null, ['POSTCARD', 'POSTCARD', null]]);
});

test(
  'what the subscription and the donation chosen last took the place of is said on their lines, until the reader chooses anew',
  { tags: ['ci'] },
  async () => {
    const { email } = await makeAccount(shop);
    const choose = (browser: Browser, item: object) => browser.post('/api/cart', { type: 'membership', item });
    const PRINT = { renewal: false, medium: 'print', level: 'low', term: '2year', coupon: null };
    const DIGITAL = { renewal: false, medium: 'digital', level: 'high', term: '1year', coupon: null };
    const message = async (browser: Browser) => {
      const { billing } = v.parse(Cart, await (await browser.get('/api/cart')).json());
      return billing.b.map(({ cart: { type }, in_place_of }) => [type, in_place_of]);
    };
    const home = shop.browser();
    await logInWith(home, email);
    await choose(home, { subscription: PRINT, donation: { process: 'monthly-init', dollars: 5, amount: 500 }, giftsubs: [] });
    const cafe = shop.browser();
    await choose(cafe, { subscription: DIGITAL, donation: { process: 'onetime', dollars: 50, amount: 5000 }, giftsubs: [] });
    expect(await message(cafe)).toEqual([
      ['personal-subscription', undefined],
      ['donation-item', undefined],
    ]);
    await logInWith(cafe, email);
    const replaced = [
      ['personal-subscription', 'Print, Standard, 2 years (8 issues)'],
      ['donation-item', 'Monthly donation, $5.00'],
    ];
    expect(await message(cafe)).toEqual(replaced);
    // It is said again to who comes back, with the same choice once more, and neither another thing nor a coupon hushes
    // it.
    const library = shop.browser();
    await choose(library, { subscription: DIGITAL, giftsubs: [] });
    await logInWith(library, email);
    await library.post('/api/cart', { type: 'coupon', code: null });
    expect(await message(library)).toEqual(replaced);
    await choose(library, { subscription: PRINT, giftsubs: [] });
    await library.post('/api/cart/remove', { cart: { type: 'donation-item', ref: 'onetime' } });
    expect(await message(library)).toEqual([['personal-subscription', undefined]]);
  },
);

test('after logout the cart stays with the account', async () => {
  const { email } = await makeAccount(shop);
  const browser = shop.browser();
  await add(browser, TABLE);
  await logInWith(browser, email);
  await browser.post('/logout', {});
  expect(await quantities(browser)).toEqual({});
  await logInWith(browser, email);
  expect(await quantities(browser)).toEqual({ [TABLE]: 1 });
});

test(
  'what other tabs put into the cart while the reader logs in is not lost, and does not log the reader out',
  { tags: ['ci'] },
  async () => {
    for (let round = 0; round < 5; round++) {
      const { email } = await makeAccount(shop);
      const browser = shop.browser();
      await add(browser, ISSUE);
      const sid = browser.cookies.get('sid') ?? '';
      const tabs = Array.from({ length: 20 }, () => {
        const tab = shop.browser();
        tab.cookies.set('sid', sid);
        return tab;
      });
      // Every tab still holds the guest's cookie: some are served before, some during, some after the login.
      const added = tabs.map((tab, n) => add(tab, n % 2 ? TEE : TABLE));
      const login = logInWith(browser, email);
      const responses = await Promise.all([...added, login]);
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
      const last = await add(tabs[0] ?? browser, TEE);
      expect(last.headers.getSetCookie()).toEqual([]);

      expect(await whoIs(browser)).toBe(email);
      expect(await quantities(browser)).toEqual({ [ISSUE]: 1, [TEE]: 11, [TABLE]: 10 });
      expect(await quantities(browser)).toEqual({ [ISSUE]: 1, [TEE]: 11, [TABLE]: 10 });
    }
  },
);

test('of a login and another tab’s add at one moment the later waits for the earlier, and what was added is in the account’s cart', async () => {
  const { deps } = shop;
  for (const later of ['the add', 'the login']) {
    const { id, email } = await makeAccount(shop);
    const browser = shop.browser();
    const tab = shop.browser();
    await add(browser, ISSUE);
    const sid = browser.cookies.get('sid') ?? '';
    tab.cookies.set('sid', sid);
    let waiting: Promise<Response> | undefined;
    await deps.db.$transaction(
      async (tx) => {
        if (later === 'the add') {
          const visitor = { session: hashOf(sid), device: 'a device', agent: 'a browser' };
          browser.cookies.set('sid', await startSession(tx, deps, visitor, { type: 'account', accountId: id }, 'password'));
          waiting = add(tab, TEE);
        } else {
          await addItem({ ...deps, db: tx }, { hash: hashOf(sid), network: 'here' }, { item: TYPES[TEE], ref: TEE, quantity: 1 });
          waiting = logInWith(browser, email);
        }
        await oneWaits();
      },
      { timeout: 20_000 },
    );
    expect((await waiting)?.status, later).toBe(200);
    expect(await quantities(browser), later).toEqual({ [ISSUE]: 1, [TEE]: 1 });
    expect(await quantities(tab), later).toEqual({});
  }
});

test('the tabs of an institution’s reader who logs in put what they still send into the account’s cart, those of before it as well', async () => {
  const { id } = await makeAccount(shop);
  const browser = shop.browser();
  await add(browser, ISSUE);
  const comeIn = async (who: Identified) => {
    const tab = shop.browser();
    tab.cookies.set('sid', browser.cookies.get('sid') ?? '');
    const visitor = { session: hashOf(browser.cookies.get('sid') ?? ''), device: 'a device', agent: 'a browser' };
    const method = who.type === 'account' ? 'password' : 'openathens';
    browser.cookies.set('sid', await shop.deps.db.$transaction((tx) => startSession(tx, shop.deps, visitor, who, method)));
    return tab;
  };
  const oldest = await comeIn({ type: 'institution', entityId: 'https://idp.example.edu/entity' });
  const older = await comeIn({ type: 'account', accountId: id });
  await Promise.all([add(oldest, TEE), add(older, TABLE), oldest.post('/api/cart', { type: 'membership', item: GIFTS })]);
  expect(await quantities(browser)).toEqual({ [ISSUE]: 1, [TEE]: 1, [TABLE]: 1 });
  const { giftsubs } = v.parse(Cart, await (await browser.get('/api/cart')).json());
  expect(giftsubs.length).toBe(1);
});

test('reading a cart or a page changes nothing, also right after a login beside another tab', async () => {
  const { email } = await makeAccount(shop);
  const browser = shop.browser();
  await add(browser, ISSUE);
  const late = shop.browser();
  late.cookies.set('sid', browser.cookies.get('sid') ?? '');
  await logInWith(browser, email);
  await add(late, TEE);
  const url = new URL(shop.databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const replica = await appOn(url.href);
  try {
    for (const jar of [browser, late]) {
      const reader = replica.browser();
      reader.cookies.set('sid', jar.cookies.get('sid') ?? '');
      for (const path of ['/api/cart', '/api/page/store', '/api/page/checkout']) expect((await reader.get(path)).status, path).toBe(200);
    }
    await expect(replica.deps.db.$executeRaw`delete from cart`).rejects.toThrow('read-only');
  } finally {
    await replica.close();
  }
});

test('two browsers that log in to one account at once lose no line of either', async () => {
  const { email } = await makeAccount(shop);
  const browsers = Array.from({ length: 6 }, () => shop.browser());
  await Promise.all(browsers.map((browser) => add(browser, TABLE, 2)));
  await Promise.all(browsers.map((browser) => logInWith(browser, email)));
  expect(await quantities(browsers[0] ?? shop.browser())).toEqual({ [TABLE]: 12 });
});

test('an order that a guest had started is paid after login, and the account’s cart is empty then', async () => {
  const reader = shop.reader();
  const { email } = await makeAccount(shop);
  await reader.add(await stock(shop.deps.db, 'prd:started-as-guest', 3));
  const started = await reader.start();
  await logInWith(reader.browser, email);
  expect(await reader.pay(started)).toBe('succeeded');
  expect(await statusOf(reader, started.intent)).toBe('completed');
  expect((await reader.cart()).items).toEqual([]);
});

test('where the account has an order of its own that waits, the guest’s is still within the browser’s reach, and in nobody else’s', async () => {
  const { email } = await makeAccount(shop);
  const [home, cafe] = [shop.reader(), shop.reader()];
  await logInWith(home.browser, email);
  await home.add(await stock(shop.deps.db, 'prd:at-home', 3));
  const atHome = await home.start();
  await cafe.add(await stock(shop.deps.db, 'prd:in-the-cafe', 3));
  const inCafe = await cafe.start();

  await logInWith(cafe.browser, email);
  expect(await statusOf(cafe, inCafe.intent)).toBe('in-progress');
  expect(await statusOf(cafe, atHome.intent)).toBe('in-progress');
  expect((await home.browser.get(`/api/checkout/${inCafe.intent}`)).status).toBe(404);
  expect(await cafe.pay(inCafe)).toBe('succeeded');
  expect(await statusOf(cafe, inCafe.intent)).toBe('completed');
});

/** Until a statement of this database waits for a lock. */
async function oneWaits(): Promise<void> {
  await expect
    .poll(
      async () => {
        const [row] = await shop.deps.db.$queryRaw<{ waiting: number }[]>`
          select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return row?.waiting;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
}

async function statusOf(reader: Reader, intent: string): Promise<string> {
  const { status }: { status: string } = await (await reader.browser.get(`/api/checkout/${intent}`)).json();
  return status;
}
