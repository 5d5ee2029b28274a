// @module-tag ci
import { randomInt } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpointOf, hostileAddress, hostileBody, hostileHeaders, tellingBodies, type Sent } from '../../test/hostile.ts';
import { logInWith, makeAccount, whoIs } from '../../test/reader.ts';
import { ITEM, NOWHERE, samples } from '../../test/route-samples.ts';
import { openShop, type Reader, type Shop } from '../../test/shop.ts';
import { SECOND } from '../platform/duration.ts';

/** How often each route is tried, and for how long at most: all of them together stay under half a minute. */
const EACH_TIME = { numRuns: 6, interruptAfterTimeLimit: 3 * SECOND };
const LONG = { numRuns: 100, interruptAfterTimeLimit: 30 * SECOND };

let shop: Shop;
let known: Reader;
beforeAll(async () => {
  shop = await openShop({ env: { OPENID_STAND_IN: NOWHERE } });
  known = shop.reader();
});
afterAll(() => shop.close());

/** Further bodies that a route knows. */
const COUPON = { coupon: 'POSTCARD' };
const GIFT = { deliverable: 'digital', level: 'low', term: '1year', ...COUPON };
const KINDS: Record<string, unknown[]> = {
  'post /api/cart': [
    { type: 'coupon', code: 'POSTCARD' },
    { type: 'membership', item: { giftsubs: [GIFT] } },
    { type: 'membership', item: { subscription: { renewal: false, medium: 'digital', level: 'low', term: '1year', ...COUPON } } },
    { type: 'membership', item: { donation: { process: 'onetime', dollars: 5 } } },
  ],
};

test('every route of the service is tried here', () => {
  const served = shop.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)(\{.*?\})?(?=\/|$)/g, '{$1}')}`);
  expect([...new Set(served)].toSorted()).toEqual(Object.keys(samples).toSorted());
});

test.each(Object.entries(samples))('%s answers no shape of a request with a fault of ours', (route, sample) =>
  expectNoFaults(route, sample, EACH_TIME),
);
test.each(Object.entries(samples))('%s answers none of many more either', { tags: ['long'], timeout: 120_000 }, (route, sample) =>
  expectNoFaults(route, sample, LONG),
);

async function expectNoFaults(route: string, { good }: (typeof samples)[string], tried: typeof LONG): Promise<void> {
  const [method = ''] = route.toUpperCase().split(' ');
  const endpoint = endpointOf(route);
  const reader = shop.reader();
  await reader.browser.post('/api/cart', ITEM);
  const call = await good(reader, shop);
  const guest = shop.reader();
  if ((await whoIs(known.browser)) === null) await logInWith(known.browser, (await makeAccount(shop)).email);

  const body = method === 'GET' ? fc.constant(undefined) : hostileBody(endpoint, call.body);
  const path = hostileAddress(endpoint, call.path);
  const request = fc.oneof(
    fc.record({ path: fc.constant(call.path), body }),
    fc.record({ path, body: fc.constant(method === 'GET' || call.body === undefined ? undefined : json(call.body)) }),
    fc.record({ path, body }),
  );
  const expectNoFault = async (
    { browser }: Reader,
    { path: asked, body: sent }: { path: string; body: Sent | undefined },
    headers = {},
  ) => {
    const address = await withCaptcha(browser, asked);
    // From another network each time, or the limits would answer all but the first few.
    const from = { 'X-Forwarded-For': `10.1.${randomInt(256)}.${randomInt(256)}` };
    shop.logs.length = 0;
    const response = await browser.send(method, address, sent?.text, { ...from, ...headers, ...(sent && { 'Content-Type': sent.type }) });
    const fault = shop.logs.find((line) => line.includes('"err"'))?.slice(0, 1_000);
    expect(response.status, `${sent?.text.slice(0, 300)} ${fault}`).toBeLessThan(500);
  };
  if (method !== 'GET')
    for (const sent of [call.body, ...(KINDS[route] ?? [])].flatMap(tellingBodies))
      await expectNoFault(reader, { path: call.path, body: sent });
  await fc.assert(fc.asyncProperty(fc.constantFrom(reader, guest, known), request, hostileHeaders, expectNoFault), tried);
}

const json = (body: unknown): Sent => ({ type: 'application/json', text: JSON.stringify(body) });

/** A captcha is good for once. */
async function withCaptcha(browser: Reader['browser'], address: string): Promise<string> {
  if (!/[?&]captcha=ey/.test(address)) return address;
  return address.replace(/([?&]captcha=)[^&]*/, `$1${await browser.captcha()}`);
}
