import { Cart, type CartLine } from '@newsstand/contracts/cart';
import { cartCount } from '@newsstand/contracts/cart-count';
import type { BuilderCart } from '@newsstand/contracts/subscribe';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { answerOf } from '../../../test/reader.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const PRINT = { renewal: false, medium: 'print', level: 'low', term: '2year', coupon: null } as const;
const GIFT = { deliverable: 'print-b', level: 'low', term: '1year', coupon: 'POSTCARD' } as const;

async function cartAt(pending: Promise<Response>): Promise<Cart> {
  const response = await pending;
  expect(response.status).toBe(200);
  return v.parse(Cart, await response.json());
}

const add = (browser: Browser, item: Partial<BuilderCart>) => cartAt(browser.post('/api/cart', { type: 'membership', item }));
const names = (lines: CartLine[]) => lines.map(({ cart, name, detail, quantity }) => [cart.type, name, detail, quantity]);

test(
  'a subscription, gifts, a donation and a product are lines of one cart, priced for each zone',
  { tags: ['§1.offers.3', '§3.cart.4', '§3.cart.5', '§3.line.3'] },
  async () => {
    const browser = service.browser();
    const cart = await add(browser, {
      subscription: { ...PRINT, coupon: 'PAPERTRAIL' },
      giftsubs: [GIFT, GIFT, { ...GIFT, deliverable: 'digital' }],
      donation: { process: 'monthly-init', dollars: 25 },
      items: [{ item: 'sized-product', ref: 'sze:last-boat-tee-m', quantity: 1 }],
    });
    expect(names(cart.billing.a)).toEqual([
      ['personal-subscription', 'Subscription', 'Print, Standard, 2 years (8 issues)', 1],
      ['gift-subscription', 'Gift subscription', 'Digital, Standard, 1 year (4 issues)', 1],
      ['gift-subscription', 'Gift subscription', 'Print, Standard, 1 year (4 issues)', 2],
      ['donation-item', 'Monthly donation', 'Charged every month', 1],
      ['sized-product', 'Last Boat Tee', 'M', 1],
    ]);
    // Two years of print are twice 56.00; a gift goes to Canada for 12.00 wherever the order ships; the tee is posted
    // with the order.
    const { a, b, c } = cart.totals;
    expect(a).toMatchObject({ goods: 11200 + 2 * 5600 + 2800 + 2500 + 3400, discount: 1200 + 2 * 1000 + 600 });
    expect([b.goods, c.goods]).toEqual([a.goods, a.goods]);
    // The coupon of the subscription is for North America.
    expect([b.discount, c.discount]).toEqual([a.discount, a.discount - 1200]);
    expect(a.shipping).toBe(2 * 1200 + 500);
    expect(c.shipping).toBe(4800 + 2 * 1200 + 1800);
    expect(cart.address_required).toBe(true);
    expect(cart.can_checkout).toBe(true);
    expect(cartCount(cart)).toBe(6);
    expect(await cartAt(browser.get('/api/cart'))).toEqual(cart);
  },
);

test('the zone that was chosen in the builder stays with the subscription', async () => {
  const browser = service.browser();
  expect((await add(browser, { subscription: { ...PRINT, shipcode: 'b' } })).subscription).toEqual({ ...PRINT, shipcode: 'b' });
  expect((await add(browser, { subscription: PRINT })).subscription).toEqual(PRINT);
});

const many = (count: number) => Array.from({ length: count }, () => GIFT);
const addGifts = (browser: Browser, count: number) =>
  browser.post('/api/cart', { type: 'membership', item: { subscription: { ...PRINT, medium: 'digital' }, giftsubs: many(count) } });

test('another subscription takes the place of the first, and gifts of a kind are added up to 20', async () => {
  const browser = service.browser();
  await add(browser, { subscription: PRINT, giftsubs: many(15) });
  const cart = await cartAt(addGifts(browser, 5));
  expect(cart.subscription).toEqual({ ...PRINT, medium: 'digital' });
  expect(cart.giftsubs).toHaveLength(20);
  expect(cart.address_required).toBe(false);
});

test.each([1, 15])(
  '%d gifts that would make more than 20 of a kind are refused beside their number, and the cart stays as it was',
  { tags: ['§9.gifts.1'] },
  async (count) => {
    const browser = service.browser();
    const before = await add(browser, { subscription: PRINT, giftsubs: many(20) });
    const refused = await addGifts(browser, count);
    expect(await answerOf(refused)).toEqual([422, { errors: { 'item.giftsubs': 'At most 20 gifts of a kind.' } }]);
    expect(await cartAt(browser.get('/api/cart'))).toEqual(before);
  },
);

test('more than 20 gifts of a kind at once begin no cart', async () => {
  const browser = service.browser();
  expect((await addGifts(browser, 21)).status).toBe(422);
  expect((await cartAt(browser.get('/api/cart'))).giftsubs).toEqual([]);
});

test('gifts of two tabs at once are all in the cart or refused, never fewer than were accepted', { tags: ['§9.gifts.1'] }, async () => {
  const browser = service.browser();
  await add(browser, { subscription: PRINT });
  const answers = await Promise.all([addGifts(browser, 12), addGifts(browser, 12)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect((await cartAt(browser.get('/api/cart'))).giftsubs).toHaveLength(12);
});

test('each line can be taken out again, and gifts can be more or fewer', { tags: ['§9.gifts.1'] }, async () => {
  const browser = service.browser();
  await add(browser, { subscription: PRINT, giftsubs: [GIFT], donation: { process: 'onetime', dollars: 10 } });
  const line = { type: 'gift-subscription', ref: 'print-b/low/1year/POSTCARD' };
  expect((await cartAt(browser.patch('/api/cart', { cart: line, qty: 3 }))).giftsubs).toHaveLength(3);
  expect((await browser.patch('/api/cart', { cart: line, qty: 21 })).status).toBe(422);
  const lines = [line, { type: 'personal-subscription', ref: 'print/low/2year' }, { type: 'donation-item', ref: 'onetime' }];
  const counts: number[] = [];
  for (const each of lines) counts.push(cartCount(await cartAt(browser.post('/api/cart/remove', { cart: each }))));
  expect(counts).toEqual([2, 1, 0]);
});

test('everything goes at once', async () => {
  const browser = service.browser();
  await add(browser, { subscription: PRINT, giftsubs: [GIFT], donation: { process: 'onetime', dollars: 10 } });
  const cart = await cartAt(browser.post('/api/cart/remove', { all: true }));
  expect([cartCount(cart), cart.billing.a, cart.can_checkout]).toEqual([0, [], false]);
});

test('a product that cannot be had leaves the cart as it was', async () => {
  const browser = service.browser();
  await add(browser, { donation: { process: 'onetime', dollars: 10 } });
  const response = await browser.post('/api/cart', {
    type: 'membership',
    item: { subscription: PRINT, items: [{ item: 'basic-product', ref: 'prd:none', quantity: 1 }] },
  });
  expect(response.status).toBe(409);
  expect((await cartAt(browser.get('/api/cart'))).subscription).toBeNull();
});

test('a full cart is read in one statement', async () => {
  const browser = service.browser();
  await add(browser, { subscription: PRINT, giftsubs: [GIFT], donation: { process: 'onetime', dollars: 10 } });
  // A guest's first return is noted, once.
  await cartAt(browser.get('/api/cart'));
  service.statements.length = 0;
  await cartAt(browser.get('/api/cart'));
  expect(service.statements).toHaveLength(1);
});
