// @module-tag ci
import { CouponCode } from '@newsstand/contracts/coupon-code';
import { endpoints, type Endpoint } from '@newsstand/contracts/endpoints';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

const GUESSES = 300;
const RIGHT = 'POSTCARD';

const AnySchema = v.custom<Shape>((value) => typeof value === 'object' && value !== null && 'type' in value);
type Shape = v.GenericSchema & {
  pipe?: readonly unknown[];
  wrapped?: unknown;
  item?: unknown;
  options?: readonly unknown[];
  entries?: Record<string, unknown>;
};

/** Where a schema takes a coupon's code: `item.giftsubs.0.coupon`. */
function codesIn(schema: unknown, path: string[] = []): string[] {
  if (!v.is(AnySchema, schema)) return [];
  if (schema.pipe === CouponCode.pipe) return [path.join('.')];
  return [
    ...(schema.pipe ?? []).filter((part) => part !== schema).flatMap((part) => codesIn(part, path)),
    ...codesIn(schema.wrapped, path),
    ...codesIn(schema.item, [...path, '0']),
    ...(schema.options ?? []).flatMap((option) => codesIn(option, path)),
    ...Object.entries(schema.entries ?? {}).flatMap(([name, entry]) => codesIn(entry, [...path, name])),
  ];
}

const places = Object.entries<Endpoint>(endpoints).flatMap(([name, { query = {}, body }]) => [
  ...new Set([
    ...Object.entries(query).flatMap(([key, schema]) => codesIn(schema, [name, 'query', key])),
    ...codesIn(body, [name, 'body']),
  ]),
]);

const form = { name: 'Ada Reader', email: 'ada@example.org', total: 100 };
const giftsubs = (coupon: string | null) => [{ deliverable: 'digital', level: 'low', term: '1year', coupon }];
const subscription = (coupon: string | null) => ({ renewal: false, medium: 'digital', level: 'low', term: '1year', coupon });
const order = (path: string) => ({
  query: (code: string) => ({ path: `${path}?coupon=${code}`, body: { cart: { giftsubs: giftsubs(null) }, form, shipcode: 'a' } }),
  gift: (code: string) => ({ path, body: { cart: { giftsubs: giftsubs(code) }, form, shipcode: 'a' } }),
  own: (code: string) => ({ path, body: { cart: { subscription: subscription(code) }, form, shipcode: 'a' } }),
});
const [subscribe, renew, donate] = [order('/api/subscribe'), order('/api/subscribe/renew'), order('/api/donate')];

/** How each place is asked. One that the contracts have and this table has not fails below. */
const ASKED: Record<string, (code: string) => { path: string; body?: object }> = {
  'addToCart.body.item.giftsubs.0.coupon': (code) => ({
    path: '/api/cart',
    body: { type: 'membership', item: { giftsubs: giftsubs(code) } },
  }),
  'addToCart.body.item.subscription.coupon': (code) => ({
    path: '/api/cart',
    body: { type: 'membership', item: { subscription: subscription(code) } },
  }),
  'addToCart.body.code': (code) => ({ path: '/api/cart', body: { type: 'coupon', code } }),
  'page.query.code': (code) => ({ path: `/api/page/donate?code=${code}` }),
  'coupon.query.code': (code) => ({ path: `/api/subscribe/coupon?code=${code}` }),
  'subscribe.query.coupon': subscribe.query,
  'subscribe.body.cart.giftsubs.0.coupon': subscribe.gift,
  'subscribe.body.cart.subscription.coupon': subscribe.own,
  'renew.query.coupon': renew.query,
  'renew.body.cart.giftsubs.0.coupon': renew.gift,
  'renew.body.cart.subscription.coupon': renew.own,
  'donate.body.cart.giftsubs.0.coupon': donate.gift,
  'donate.body.cart.subscription.coupon': donate.own,
};

function send(browser: Browser, { path, body }: { path: string; body?: object }): Promise<Response> {
  return body ? browser.post(path, body) : browser.get(path);
}

const ask = (browser: Browser, code: string) => browser.get(`/api/subscribe/coupon?code=${code}`);

test('the contracts name a code nowhere else', () => {
  expect(places.toSorted()).toEqual(Object.keys(ASKED).toSorted());
});

test.each(Object.entries(ASKED))('300 guesses by %s are stopped, there and everywhere', async (place, asked) => {
  const browser = service.browser();
  for (let guess = 0; guess < GUESSES; guess += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, n) => send(browser, asked(`GUESS${guess + n}`))));
  }
  // What is right is not told apart any more, wherever it is tried.
  expect((await ask(browser, RIGHT)).status).toBe(429);
  const last = await send(browser, asked(RIGHT));
  // A page comes all the same, without its coupon, and says why.
  if (place.startsWith('page')) {
    const { page, subscribe } = await last.json();
    // The window is of ten minutes, and begins with the first guess: a slow machine has used some of it by now.
    const seconds = Number(subscribe.coupon_refusal.retry_after);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(seconds).toBeGreaterThan(0);
    const general = `Too many attempts. Please try again in ${Math.max(2, Math.ceil(seconds / 60))} minutes.`;
    expect({ page, subscribe }).toMatchObject({ page: 'donate', subscribe: { coupon: null, coupon_refusal: { errors: { general } } } });
    // Who brings no code is told nothing.
    expect((await (await browser.get('/api/page/subscribe')).json()).subscribe).not.toHaveProperty('coupon_refusal');
  } else expect(last.status).toBe(429);
  // Another network is not in its way.
  expect((await ask(service.browser(), RIGHT)).status).toBe(200);
});

test('a hundred codes in one cart are a hundred guesses', async () => {
  const browser = service.browser();
  const guesses = Array.from({ length: 100 }, (_, n) => giftsubs(`MANY${n}`)[0]);
  expect((await browser.post('/api/cart', { type: 'membership', item: { giftsubs: guesses } })).status).toBe(429);
  expect((await ask(browser, RIGHT)).status).toBe(429);
});

test('readers who type the right code, and those who follow an old link, do not use it up for each other', async () => {
  const browser = service.browser();
  for (let reader = 0; reader < 100; reader++) {
    expect(await (await ask(browser, RIGHT.toLowerCase())).json()).toMatchObject({ code: RIGHT });
    expect(await (await browser.get('/api/page/subscribe?code=LASTYEAR')).json()).toMatchObject({ subscribe: { coupon: null } });
  }
  expect((await ask(browser, RIGHT)).status).toBe(200);
  expect((await (await browser.get('/api/page/subscribe?code=LASTYEAR')).json()).subscribe).not.toHaveProperty('coupon_refusal');
});

test('of 300 at once on two replicas 60 are looked up', async () => {
  const replica = await service.replica();
  const browser = service.browser();
  const send = (n: number) =>
    (n % 2 ? service : replica).app.request(`/api/subscribe/coupon?code=ATONCE${n}`, { headers: { 'X-Forwarded-For': browser.address } });
  const statuses = await Promise.all(Array.from({ length: GUESSES }, async (_, n) => (await send(n)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(240);
  await replica.close();
});
