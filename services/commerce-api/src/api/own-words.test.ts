import { endpoints, type Endpoint } from '@newsstand/contracts/endpoints';
import { API_TEXTS } from '@newsstand/contracts/texts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nonsenseFor } from '../../test/nonsense.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { IN_CODES, toldByCode } from '../platform/http/field-errors.ts';
import { SERVICE_TEXTS } from '../publication/texts/catalogue.ts';

// Issue 2: a publication's `messages` override every text, so that translation stays possible. Here each is put into
// brackets.

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

test.each(ALL.flatMap(([name, { body }]) => (body ? [[name, body] as const] : [])))(
  'what a page’s form finds wrong of %s is what the service refuses it for',
  (_name, body) => {
    for (const sent of nonsenseFor(body)) {
      const [inWords, inCodes] = [v.safeParse(body, sent), v.safeParse(body, sent, IN_CODES)];
      const told = inCodes.issues?.map(({ message }) => toldByCode(message));
      expect(told?.includes(null) ?? false, JSON.stringify(inCodes.issues)).toBe(false);
      inWords.issues?.forEach(({ message }, at) => {
        const { code, values } = told?.[at]?.toCode() ?? {};
        // Valibot's own words, and bare keys, are of what no page can send.
        if (!message.endsWith('.') || message.startsWith('Invalid ')) return;
        expect([code, message]).toEqual([code, told?.[at]?.inWords({})]);
        expect(values === undefined || message.includes(String(values['n']))).toBe(true);
      });
    }
  },
);

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
  ['a number for a text', { email: 7 }, { email: { code: 'api.wrong_text' } }],
  ['a list for a text', { email: ['ada@example.org'] }, { email: { code: 'api.wrong_text' } }],
  ['nothing', {}, { email: { code: 'api.blank' } }],
  ['null', { email: null }, { email: { code: 'api.blank' } }],
  ['a text of blanks', { email: '  ' }, { email: { code: 'api.blank' } }],
  ['too long a text', { email: `${'a'.repeat(300)}@example.org` }, { email: { code: 'api.too_long', values: { n: 254 } } }],
  ['a list for the whole', [], { general: { code: 'api.wrong_object' } }],
  ['a number for the whole', 7, { general: { code: 'api.wrong_object' } }],
])('%s where there is to be an address is told by a code of its own', async (_what, body, codes) => {
  const response = await service.browser().post('/api/access/reset-password', body);
  expect([response.status, await response.json()]).toMatchObject([422, { codes }]);
});

test.each([
  ['half a surrogate pair', '{"email":"\\ud800@example.org"}'],
  ['half a pair in a name', '{"\\udc00":"ada@example.org"}'],
])('%s is refused before anything looks at it', async (_what, body) => {
  const response = await service.browser().send('POST', '/api/access/reset-password', body, { 'Content-Type': 'application/json' });
  expect([response.status, await response.json()]).toMatchObject([400, { codes: { code: 'api.unreadable' } }]);
});

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
  expect(messages).toMatchObject({ 'api.blank': `[${API_TEXTS.blank}]`, 'api.too_long': `[${API_TEXTS.too_long}]` });
});

/** What of an answer's errors is not in brackets. */
async function unbracketed(response: Response): Promise<string[]> {
  const { errors } = v.parse(Refused, await response.json());
  return (typeof errors === 'string' ? [errors] : Object.values(errors)).filter((text) => !text.startsWith('['));
}

test('a total of another type is told so, and is not said to be missing', async () => {
  const body = JSON.stringify({ name: 'Ada', email: 'ada@example.org', total: '12' });
  const sent = await service.browser().send('POST', '/api/cart/checkout?captcha=x', body, { 'Content-Type': 'application/json' });
  expect(await sent.json()).toMatchObject({ codes: { total: { code: 'api.wrong_number' } } });
});
