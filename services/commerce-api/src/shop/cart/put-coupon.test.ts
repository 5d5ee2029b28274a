import { Cart, type Giftsub } from '@newsstand/contracts/cart';
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

const gift = (parts: Partial<Giftsub> = {}): Giftsub => ({ deliverable: 'print-a', level: 'low', term: '1year', coupon: null, ...parts });
const put = (browser: Browser, code: string | null) => browser.post('/api/cart', { type: 'coupon', code });
const cartOf = async (pending: Promise<Response>) => v.parse(Cart, await (await pending).json());

async function fill(item: object): Promise<Browser> {
  const browser = service.browser();
  expect((await browser.post('/api/cart', { type: 'membership', item })).status).toBe(200);
  return browser;
}

test('a coupon is put on a cart that holds only gifts, on each that it fits, and taken off again', async () => {
  const browser = await fill({ giftsubs: [gift(), gift(), gift({ level: 'high' })] });
  const cart = await cartOf(put(browser, ' postcard '));
  expect(cart.giftsubs.map(({ level, coupon }) => [level, coupon]).toSorted()).toEqual([
    ['high', null],
    ['low', 'POSTCARD'],
    ['low', 'POSTCARD'],
  ]);
  expect(cart.totals.a).toMatchObject({ discount: 2000, total: 2 * 4600 + 8400 });
  expect((await cartOf(put(browser, null))).totals.a).toMatchObject({ discount: 0, total: 2 * 5600 + 8400 });
});

test('lines that become alike are one line', async () => {
  const browser = await fill({ giftsubs: [gift(), gift({ coupon: 'POSTCARD' })] });
  const cart = await cartOf(put(browser, 'POSTCARD'));
  expect(cart.billing.a.map(({ cart: { ref }, quantity }) => [ref, quantity])).toEqual([['print-a/low/1year/POSTCARD', 2]]);
});

test('gifts over 20 of a kind, that a coupon makes alike, are said to be left out', async () => {
  const browser = await fill({ giftsubs: Array.from({ length: 15 }, () => gift()) });
  const more = Array.from({ length: 9 }, () => gift({ coupon: 'POSTCARD' }));
  await browser.post('/api/cart', { type: 'membership', item: { giftsubs: more } });
  const lines = ({ billing }: Cart) => billing.a.map(({ quantity, left_out }) => [quantity, left_out]);
  expect(lines(await cartOf(put(browser, 'POSTCARD')))).toEqual([[20, 4]]);
  // Whatever is done with the coupon then.
  expect(lines(await cartOf(put(browser, null)))).toEqual([[20, 4]]);
});

test('a gift with a code that is none stays a gift, whatever its characters', async () => {
  const browser = await fill({ giftsubs: [gift({ coupon: 'A/B%2F' })] });
  const { giftsubs, billing } = await cartOf(browser.get('/api/cart'));
  expect([giftsubs, billing.a.length]).toEqual([[gift({ coupon: 'A/B%2F' })], 1]);
});

test('a coupon for both goes on the subscription and on the gifts', async () => {
  const subscription = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null };
  const browser = await fill({ subscription, giftsubs: [gift()] });
  const cart = await cartOf(put(browser, 'PAPERTRAIL'));
  expect([cart.subscription?.coupon, cart.giftsubs[0]?.coupon]).toEqual(['PAPERTRAIL', 'PAPERTRAIL']);
  expect(cart.totals.a.total).toBe(2 * 4400);
});

test.each([
  ['a', 200],
  ['c', 422],
] as const)(
  'a coupon for North America on a subscription that was chosen for zone %s is answered with %i',
  { tags: ['§5.coupons.1', '§5.coupons.5'] },
  async (shipcode, status) => {
    const subscription = { renewal: false, medium: 'print', level: 'low', term: '1year', coupon: null, shipcode };
    const response = await put(await fill({ subscription }), 'PAPERTRAIL');
    expect(response.status).toBe(status);
    if (status === 422)
      expect((await answerOf(response))[1]).toEqual({ errors: { coupon: expect.stringMatching(/^Coupon does not apply to this/) } });
  },
);

test.each([
  ['NOWHERE', 'Unable to apply coupon NOWHERE'],
  ['STAYLONGER', 'This coupon does not apply to new subscriptions.'],
  ['DIPLOMATICBAG', expect.stringContaining('Coupon does not apply to this subscription.')],
])('%s fits nothing in a cart of print gifts, says why, and changes nothing', async (code, message) => {
  const browser = await fill({ giftsubs: [gift()] });
  const response = await put(browser, code);
  expect(await answerOf(response)).toEqual([422, { errors: { coupon: message } }]);
  expect((await cartOf(browser.get('/api/cart'))).giftsubs).toEqual([gift()]);
  expect((await put(service.browser(), code)).status).toBe(422);
});

test('taking every coupon off where there is no cart, or nothing in it, answers the cart, and says nothing of a coupon', async () => {
  const emptied = await fill({ giftsubs: [gift()] });
  await emptied.post('/api/cart/remove', { all: true });
  for (const browser of [service.browser(), emptied]) {
    const response = await put(browser, null);
    expect(response.status).toBe(200);
    expect((await cartOf(Promise.resolve(response))).items).toEqual([]);
    expect((await answerOf(await put(browser, 'POSTCARD')))[1]).toEqual({ errors: { coupon: 'Unable to apply coupon POSTCARD' } });
  }
});
