import { endpoints, type Endpoint } from '@newsstand/contracts/endpoints';
import { inOwnWords } from '@newsstand/contracts/own-words';
import { API_TEXTS } from '@newsstand/contracts/texts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nonsenseFor } from '../../test/nonsense.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { SERVICE_TEXTS } from '../publication/texts/catalogue.ts';

// Issue 2: a publication's `messages` override every text, so that translation stays possible. Here each is put into brackets.

const ALL: [string, Endpoint][] = Object.entries(endpoints);
const BRACKETED = Object.fromEntries(Object.entries(SERVICE_TEXTS).map(([key, text]) => [key, `[${text}]`]));
const Refused = v.looseObject({ errors: v.union([v.string(), v.record(v.string(), v.string())]) });

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
  const messages = JSON.stringify(BRACKETED);
  await service.deps.db.$executeRaw`
    update publication set data = jsonb_set(data, '{messages}', ${messages}::jsonb), revision = revision + 1`;
  await service.deps.publication.now();
});
afterAll(() => service.close());

test.each(ALL.filter(([, { body }]) => body))(
  '%s says in the publication’s words what is wrong',
  async (_name, { method, path: where, body }) => {
    if (!body) throw new Error('there is no body to try');
    for (const sent of nonsenseFor(body)) {
      const response = await service.browser().send(method, where, JSON.stringify(sent), { 'Content-Type': 'application/json' });
      if (response.ok) continue;
      expect(await unbracketed(response), JSON.stringify(sent)).toEqual([]);
    }
  },
);

test.each([
  ['a wrong password', 'POST', '/api/access/login', { email: 'nobody@example.org', password: 'not the one' }],
  ['a code that is none', 'POST', '/api/access/signin/verify', { token: 'x'.repeat(43), password: '123456' }],
  ['goods that are not sold', 'POST', '/api/cart', { type: 'add', item: { item: 'basic-product', ref: 'prd:nothing', quantity: 1 } }],
  ['a line that is gone', 'PATCH', '/api/cart', { cart: { type: 'digital-issue', ref: 'iss:1' }, qty: 2 }],
  ['a coupon that nobody knows', 'POST', '/api/cart', { type: 'coupon', code: 'NOTHING' }],
  ['a list without a bot check', 'POST', '/api/list/signup', { email: 'ada@example.org' }],
  ['an address that nothing has', 'GET', '/api/nothing', undefined],
  ['the account of nobody', 'GET', '/api/account/subscriber', undefined],
])('the refusal of %s is in the publication’s words', async (_what, method, where, body) => {
  const response = await service.browser().send(method, where, body && JSON.stringify(body), { 'Content-Type': 'application/json' });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await unbracketed(response)).toEqual([]);
});

test('too many attempts are told of in the publication’s words', async () => {
  const browser = service.browser();
  const statuses = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    const response = await browser.post('/api/access/login', { email: 'ada@example.org', password: 'not the one' });
    statuses.push(response.status);
    expect(await unbracketed(response)).toEqual([]);
  }
  expect(statuses).toContain(429);
});

test('what follows a forgotten password is told in the publication’s words', async () => {
  const response = await service.browser().post('/api/access/reset-password', { email: 'ada@example.org' });
  expect(await response.json()).toEqual({ message: `[${API_TEXTS.reset_sent}]` });
});

test('a page brings the publication’s words for what its forms find wrong', async () => {
  const page = v.parse(
    v.looseObject({ publication: v.looseObject({ messages: v.record(v.string(), v.string()) }) }),
    await (await service.browser().get('/api/page/checkout')).json(),
  );
  const { messages } = page.publication;
  expect(inOwnWords(messages, API_TEXTS.blank)).toBe(`[${API_TEXTS.blank}]`);
  expect(inOwnWords(messages, 'Must be at most 120 characters.')).toBe('[Must be at most 120 characters.]');
});

/** What of an answer's errors is not in brackets. */
async function unbracketed(response: Response): Promise<string[]> {
  const { errors } = v.parse(Refused, await response.json());
  return (typeof errors === 'string' ? [errors] : Object.values(errors)).filter((text) => !text.startsWith('['));
}
