import { endpoints, type Endpoint } from '@newsstand/contracts/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NONSENSE, nonsenseFor } from '../../test/nonsense.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';

const ALL: [string, Endpoint][] = Object.entries(endpoints);
/** How the validation library writes to programmers. */
const TO_PROGRAMMERS = /Expected|received|Invalid/;

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test.each(ALL.filter(([, { body }]) => body))('%s says in plain words what is wrong with a body', async (_name, { method, path, body }) => {
  if (!body) throw new Error('there is no body to try');
  const bodies = nonsenseFor(body);
  expect(bodies.length).toBeGreaterThan(NONSENSE.length);
  for (const sent of bodies) {
    const response = await service.browser().send(method, path, JSON.stringify(sent), { 'Content-Type': 'application/json' });
    const answer = await response.text();
    expect(response.status, answer).toBeLessThan(500);
    expect(answer, JSON.stringify(sent)).not.toMatch(TO_PROGRAMMERS);
  }
});

test.each(ALL.filter(([, { query }]) => query))(
  '%s says in plain words what is wrong with a query',
  async (_name, { method, path, query }) => {
    const names = Object.keys(query ?? {});
    const address = path.replaceAll(/\{\w+\}/g, 'nonsense');
    for (const search of ['', ...names.map((name) => `${name}=`), ...names.map((name) => `${name}=a&${name}=b`)]) {
      const response = await service.browser().send(method, `${address}?${search}`, method === 'GET' ? undefined : '{}', {
        'Content-Type': 'application/json',
      });
      expect(await response.text(), search).not.toMatch(TO_PROGRAMMERS);
    }
  },
);

test.each([
  ['POST', '/api/cart', { type: 'sized-product' }, 'type', 'Must be add, membership or coupon.'],
  ['PATCH', '/api/cart', { cart: { type: 'digital-issue', ref: 'iss:1' }, qty: 0 }, 'qty', 'Must be a whole number from 1 to 50.'],
  ['PATCH', '/api/cart', { cart: { type: 'digital-issue', ref: 'iss:1' }, qty: 'many' }, 'qty', 'Must be a whole number from 1 to 50.'],
  ['POST', '/api/cart/checkout', { name: 'Ada', email: 'ada@example.org' }, 'total', 'The total is missing.'],
  [
    'POST',
    '/api/donate',
    { cart: { donation: { process: 'onetime', dollars: 0.5 } } },
    'cart.donation.dollars',
    'Must be a whole number of dollars, at least 1.',
  ],
  ['POST', '/api/subscribe', { cart: {}, form: 'none', shipcode: 'x' }, 'shipcode', 'Must be a, b or c.'],
  ['PATCH', '/api/cart', null, 'general', 'This value is not valid.'],
])('%s %s with %j says of %s: %s', async (method, path, body, field, text) => {
  const response = await service.browser().send(method, path, JSON.stringify(body), { 'Content-Type': 'application/json' });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ errors: { [field]: text } });
});
