import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** Section 7, in its order. */
test.each([
  ['POST', '/api/list/signup', 'captcha list-tag'],
  ['GET', '/api/identity-providers', ''],
  ['POST', '/api/access/login', ''],
  ['POST', '/api/access/reset-password', ''],
  ['POST', '/api/access/signin', ''],
  ['POST', '/api/access/signin/verify', ''],
  ['DELETE', '/api/account/card', ''],
  ['GET', '/api/cart', ''],
  ['POST', '/api/cart', ''],
  ['PATCH', '/api/cart', ''],
  ['POST', '/api/cart/remove', ''],
  ['POST', '/api/cart/checkout', 'captcha gift'],
  ['POST', '/api/invoice/{invoice}/checkout', 'captcha gift'],
  ['GET', '/api/checkout/{intent_id}', 'reset'],
  ['GET', '/api/account/subscriber', 'membership'],
  ['GET', '/api/config/shipping', 'inclusive'],
  ['GET', '/api/store/products', 'tag'],
  ['POST', '/api/donation/setup', 'token'],
  ['POST', '/api/donation/restart', 'token'],
  ['POST', '/api/account/autorenew', ''],
  ['POST', '/api/account/change-address/{shipcode}', 'token'],
  ['POST', '/api/account/address/{shipcode}', ''],
  ['DELETE', '/api/account/address/{shipcode}', 'session'],
  ['POST', '/api/account/reset-email', ''],
  ['POST', '/api/account/name', ''],
  ['POST', '/api/account/card', 'token'],
  ['GET', '/api/account/subscriptions/{subscription_token}', ''],
  ['POST', '/api/account/subscriptions/update', ''],
  ['POST', '/api/subscribe/redeem', 'token'],
  ['POST', '/api/subscribe', 'coupon'],
  ['POST', '/logout', ''],
])(
  'the call %s %s with %s is in the endpoint table',
  { tags: ['§7.calls.12', '§7.calls.14', '§7.calls.16', '§7.calls.31'] },
  (method, path, query) => {
    const calls: Endpoint[] = Object.values(endpoints);
    const call = calls.find((each) => each.method === method && each.path === path);
    expect(call).toBeDefined();
    expect(Object.keys(call?.query ?? {})).toEqual(expect.arrayContaining(query.split(' ').filter(Boolean)));
  },
);

const own = Object.entries<Endpoint>(endpoints).filter(([, { refusal }]) => refusal);
test.each(own)('a refusal of %s may also be what every refusal is: a message, or one for each field', (_, { refusal }) => {
  for (const errors of ['Not now.', { email: 'Must not be blank.' }]) expect(v.is(refusal ?? v.never(), { errors })).toBe(true);
});
