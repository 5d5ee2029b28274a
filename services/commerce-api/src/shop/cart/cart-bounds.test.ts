import { Cart } from '@newsstand/contracts/cart';
import { MAX_LINES } from '@newsstand/contracts/quantity';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { stock } from '../../../test/shop.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { removeExpired } from '../../jobs/remove-expired.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { DAY, HOUR } from '../../platform/duration.ts';
import { NEW_GUESTS } from '../../platform/sessions/session.ts';
import { answerOf } from '../../../test/reader.ts';

let service: TestApp;
let ahead = 0;
beforeAll(async () => {
  service = await createTestApp({ clock: () => new Date(Date.now() + ahead) });
});
afterAll(() => service.close());

const TERMS = ['1year', '2year', '3year', 'lifetime'] as const;
const gift = (parts: object = {}) => ({ deliverable: 'digital', level: 'low', term: '1year', coupon: null, ...parts });
const alike = (count: number, parts: object = {}) => Array.from({ length: count }, () => gift(parts));
const put = (browser: Browser, giftsubs: object[]) => browser.post('/api/cart', { type: 'membership', item: { giftsubs } });
const refusal = async (response: Response) => {
  const [status, body] = await answerOf(response);
  return { status, body };
};
const add = (browser: Browser, ref = 'prd:tide-table-print') =>
  browser.post('/api/cart', { type: 'add', item: { item: 'basic-product', ref, quantity: 1 } });

test('a coupon of 6,000 characters is refused beside its field', async () => {
  const answer = await refusal(await put(service.browser(), [gift({ coupon: 'X'.repeat(6000) })]));
  expect(answer).toEqual({ status: 422, body: { errors: { 'item.giftsubs.0.coupon': 'Must be at most 40 characters.' } } });
});

test('a cart holds a hundred gifts and no more, however many tabs put them there', async () => {
  const browser = service.browser();
  for (const term of TERMS) expect((await put(browser, alike(20, { term }))).status).toBe(200);
  const deliverables = ['print-a', 'print-b', 'print-c'].map((deliverable) => alike(15, { deliverable }));
  const answers = await Promise.all(deliverables.map(async (giftsubs) => refusal(await put(browser, giftsubs))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, body]).toEqual([422, { errors: { 'item.giftsubs': 'At most 100 gifts in one order.' } }]);
  }
  const cart = v.parse(Cart, await (await browser.get('/api/cart')).json());
  expect(cart.giftsubs).toHaveLength(95);
  const line = cart.billing.a.find(({ quantity }) => quantity === 15);
  const more = await browser.patch('/api/cart', { cart: { type: 'gift-subscription', ref: line?.cart.ref }, qty: 20 });
  expect(more.status).toBe(200);
  expect(v.parse(Cart, await more.json()).giftsubs).toHaveLength(100);
});

test('one thing more than a cart holds is refused, and what is in it can still be changed', async () => {
  const browser = service.browser();
  const kinds = TERMS.flatMap((term) =>
    ['low', 'high'].flatMap((level) =>
      ['digital', 'print-a', 'print-b', 'print-c'].map((deliverable) => gift({ term, level, deliverable })),
    ),
  );
  expect((await put(browser, kinds)).status).toBe(200);
  const refs = await Promise.all(Array.from({ length: MAX_LINES - kinds.length }, () => stock(service.deps.db, `prd:${uuidv7()}`, null)));
  for (const ref of refs) expect((await add(browser, ref)).status).toBe(200);
  expect(await refusal(await add(browser))).toEqual({
    status: 422,
    body: { errors: { general: 'At most 50 different things in one cart.' } },
  });
  expect(await refusal(await put(browser, [gift({ coupon: 'POSTCARD' })]))).toEqual({
    status: 422,
    body: { errors: { 'item.giftsubs': 'At most 50 different things in one cart.' } },
  });
  expect((await add(browser, refs[0])).status).toBe(200);
});

test('the largest cart that a visitor can make is small, and another reader does not wait for it', async () => {
  const browser = service.browser();
  const codes = ['POSTCARD', 'STAYLONGER', 'PAPERTRAIL', ...Array.from({ length: 40 }, (_, n) => `${n}`.padEnd(40, 'W'))];
  for (let from = 0; from < codes.length; from += 10) {
    const giftsubs = codes.slice(from, from + 10).flatMap((coupon) => alike(2, { coupon, deliverable: 'print-a', term: 'lifetime' }));
    expect((await put(browser, giftsubs)).status).toBe(200);
  }
  const text = await (await browser.get('/api/cart')).text();
  expect(text.length).toBeLessThan(150_000);
  const began = performance.now();
  const look = service.browser().get('/api/cart');
  await Promise.all([...Array.from({ length: 20 }, () => browser.get('/api/cart')), look]);
  expect(performance.now() - began).toBeLessThan(3000);
});

test('a network begins so many carts an hour, whatever token its browsers bring; who has one goes on', async () => {
  const { address } = service.browser();
  const at = (browser: Browser) => Object.assign(browser, { address });
  const first = at(service.browser());
  expect((await add(first)).status).toBe(200);
  const statuses: number[] = [];
  for (let visit = 0; visit < NEW_GUESTS.points + 20; visit += 20) {
    const made = Array.from({ length: 20 }, async (_, n) => {
      const browser = at(service.browser());
      if (n % 2) browser.cookies.set([...first.cookies.keys()][0] ?? '', `planted-${visit + n}`);
      return (await (n % 3 ? add(browser) : put(browser, [gift()]))).status;
    });
    statuses.push(...(await Promise.all(made)));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(NEW_GUESTS.points - 1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - NEW_GUESTS.points + 1);
  const refused = await add(at(service.browser()));
  expect(await refusal(refused)).toMatchObject({ status: 429, body: { errors: { general: expect.stringContaining('Too many') } } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await add(first)).status).toBe(200);
  expect((await add(service.browser())).status).toBe(200);
});

test('a guest who never came back is gone in days, with the cart; who came back keeps it for a month', async () => {
  const { db } = service.deps;
  const [never, once] = [service.browser(), service.browser()];
  await add(never);
  await add(once);
  expect(v.parse(Cart, await (await once.get('/api/cart')).json()).items).toHaveLength(1);
  const before = await db.cart.count();
  ahead += 3 * DAY + HOUR;
  await removeExpired(service.deps);
  expect(await db.cart.count()).toBeLessThan(before);
  expect(v.parse(Cart, await (await never.get('/api/cart')).json()).items).toHaveLength(0);
  ahead += 25 * DAY;
  await removeExpired(service.deps);
  expect(v.parse(Cart, await (await once.get('/api/cart')).json()).items).toHaveLength(1);
  ahead += 31 * DAY;
  await removeExpired(service.deps);
  expect(await db.cart.count()).toBe(0);
  expect(await db.session.count()).toBe(0);
});

test('the session and the cart of a reader from before are kept as they were', async () => {
  const browser = service.browser();
  await add(browser);
  // As the migration leaves those that were there.
  await service.deps.db.session.updateMany({ data: { touched: true, expires: new Date(Date.now() + ahead + 180 * DAY) } });
  ahead += 20 * DAY;
  await removeExpired(service.deps);
  expect(v.parse(Cart, await (await browser.get('/api/cart')).json()).items).toHaveLength(1);
});
