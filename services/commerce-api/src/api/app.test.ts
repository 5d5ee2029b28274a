import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { makeSubscriber } from '../../test/subscriber.ts';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { DAY, HOUR } from '../platform/duration.ts';
import { allowing } from '../platform/http/origins.ts';
import { answerOf } from '../../test/reader.ts';

const ITEM = { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } };

let service: TestApp;
let now = new Date();
beforeAll(async () => {
  service = await createTestApp({ clock: () => now, env: { ALLOWED_ORIGINS: 'http://cms.localhost:8080' } });
});
afterAll(() => service.close());

test.each([
  ['another site', { Origin: 'https://evil.example' }],
  ['a sandboxed frame', { Origin: 'null' }],
  ['an address that only begins alike', { Origin: 'http://localhost:4000.evil.example' }],
])('%s can change nothing', async (_title, headers) => {
  const response = await service.browser().post('/api/cart', ITEM, headers);
  expect(response.status).toBe(403);
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test.each(['https://webmail.example', 'null'])(
  'of all routes those alone are answered to a page of %s that a letter’s own link opens, by itself',
  async (Origin) => {
    const answered: string[] = [];
    for (const { method, path } of service.app.routes) {
      if (['ALL', 'GET', 'HEAD', 'OPTIONS'].includes(method)) continue;
      const response = await service.app.request(path.replaceAll(/:\w+(\{.*?\})?/g, 'x'), {
        method,
        headers: { Origin, 'Sec-Fetch-Site': 'cross-site' },
      });
      if (response.status !== 403) answered.push(`${method} ${path}`);
      else expect(await response.json()).toMatchObject({ codes: { code: 'api.foreign_page' } });
    }
    expect([...new Set(answered)].toSorted()).toEqual(['POST /api/letters/issues', 'POST /api/letters/lists/leave']);
  },
);

test('a page of any port of this machine may call a service that is this machine’s own, and none of another host', async () => {
  const origin = 'http://127.0.0.1:49152';
  const response = await service.browser().post('/api/cart', ITEM, { Origin: origin });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  const preflight = (Origin: string) =>
    service.browser().send('OPTIONS', '/api/cart', undefined, { Origin, 'Access-Control-Request-Method': 'POST' });
  expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBe(origin);
  for (const other of ['http://10.0.0.7:8080', 'http://localhost.example', 'file://'])
    expect((await preflight(other)).headers.get('access-control-allow-origin')).toBeNull();
  expect(allowing(['https://magazine.example'])(origin)).toBe(false);
});

test('a foreign request without an origin can change nothing, and one that is no browser can', async () => {
  const send = (headers: Record<string, string>) =>
    service.app.request('/api/cart', {
      method: 'POST',
      body: JSON.stringify(ITEM),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  expect((await send({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  expect((await send({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
  expect((await send({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
  expect((await send({})).status).toBe(200);
});

test('a form of a page without a referrer is the page’s own, and one of a sandbox is not', async () => {
  const send = async (site?: string) => {
    const headers = { 'Content-Type': 'application/json', Origin: 'null', ...(site && { 'Sec-Fetch-Site': site }) };
    return (await service.app.request('/api/cart', { method: 'POST', body: JSON.stringify(ITEM), headers })).status;
  };
  expect([await send('same-origin'), await send('cross-site'), await send('same-site'), await send()]).toEqual([200, 403, 403, 403]);
});

test('an allowed page on another site may call with its cookies', async () => {
  const preflight = await service.browser().send('OPTIONS', '/api/cart', undefined, {
    Origin: 'http://cms.localhost:8080',
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'content-type',
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('http://cms.localhost:8080');
  expect(preflight.headers.get('access-control-allow-credentials')).toBe('true');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  const response = await service.browser().post('/api/cart', ITEM, { Origin: 'http://cms.localhost:8080' });
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe('http://cms.localhost:8080');
  expect(response.headers.get('access-control-allow-credentials')).toBe('true');
});

test('an allowed page may read a refusal too, and a cache keeps the answers for each page apart', async () => {
  const refused = await service.browser().post('/api/cart', { type: 'nothing' }, { Origin: 'http://cms.localhost:8080' });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([422, 'http://cms.localhost:8080']);
  const read = await service.app.request('/api/cart');
  expect([read.headers.get('access-control-allow-origin'), read.headers.get('vary')]).toEqual([null, 'Origin']);
});

test.each([
  ['text', 'text/plain', JSON.stringify(ITEM), 415],
  ['no type at all', '', JSON.stringify(ITEM), 415],
  ['half a document', 'application/json', '{"type":', 400],
  ['more than any page sends', 'application/json', JSON.stringify({ ...ITEM, more: 'x'.repeat(300_000) }), 413],
  ['a form that reaches for the prototype', 'application/x-www-form-urlencoded', '__proto__[a]=1', 400],
])('a body that is %s is refused', async (_title, type, body, status) => {
  const response = await service.browser().send('POST', '/api/cart', body, { 'Content-Type': type });
  expect(response.status).toBe(status);
  expect((await answerOf(response))[1]).toEqual({ errors: expect.any(String) });
});

const UNREADABLE = { errors: 'The request could not be read.' };
test.each([
  '/api/store/products?tag=%00',
  '/api/page/product?slug=%00',
  '/api/store/products/%00',
  '/api/receipts/%00',
  '/api/invoice/a%00b',
  '/api/account/card?token=%00',
  '/api/gifts/%00/qr.svg',
  '/api/nowhere/%00',
])('the character that the database cannot keep is refused in an address: %s', async (path) => {
  const { browser } = await makeSubscriber(service);
  for (const each of [browser, service.browser()]) {
    const response = await each.get(path);
    expect(await answerOf(response)).toEqual([400, UNREADABLE]);
  }
});

test.each([
  ['NUL', 'ada\0@example.org'],
  ['half a surrogate pair', 'ada\ud800@example.org'],
])('%s, which the database cannot keep, is refused in a body: as JSON, in the name of a field, and from a form', async (_title, email) => {
  const browser = service.browser();
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answers = [
    await browser.post('/api/list/signup', { email }),
    await browser.post('/api/list/signup', { email: 'ada@example.org', more: [{ [email]: 1 }] }),
    await browser.send('POST', '/api/list/signup', 'email=ada%00@example.org', type),
  ];
  for (const response of answers) expect(await answerOf(response)).toEqual([400, UNREADABLE]);
});

test('what is only written like such a character is a text like any other', async () => {
  const { browser } = await makeSubscriber(service);
  for (const name of ['100%00 Ada', 'Ada \\u0000', 'Ada \\ud800', 'Ada 🚢']) {
    expect((await browser.post('/api/account/name', { name })).status, name).toBe(200);
  }
});

test('a body that is nested deeper than any page sends is refused', async () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const body = `${open.repeat(40_000)}1${close.repeat(40_000)}`;
    const response = await service.browser().send('POST', '/api/cart', body, { 'Content-Type': 'application/json' });
    expect(await answerOf(response)).toEqual([400, UNREADABLE]);
  }
});

test('a picture by a name that no file can have is not there', async () => {
  for (const path of [`${'x'.repeat(5_000)}.svg`, `${'x'.repeat(300)}.png`, `${'x/'.repeat(2_400)}a.jpg`, 'logo.svg/a.svg', 'covers']) {
    expect((await service.browser().get(`/api/art/${path}`)).status, path.slice(0, 40)).toBe(404);
  }
});

test('answers run nothing, are framed by nobody and are not guessed at', async () => {
  const { headers } = await service.browser().get('/api/cart');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('an address that is not there is answered in the shape of all errors', async () => {
  const response = await service.browser().get('/api/nowhere');
  expect(await answerOf(response)).toEqual([404, { errors: 'Not found.' }]);
});

test('a bug is answered with the text of section 8 and logged with its request', async () => {
  const broken = await service.replica();
  await broken.deps.db.$disconnect();
  broken.deps.db.$queryRaw = () => {
    throw new Error('a bug, seen while serving ana@example.org');
  };
  const response = await broken.browser().get('/api/cart');
  expect(response.status).toBe(500);
  expect((await answerOf(response))[1]).toEqual({
    errors: 'We encountered an error. Please try again at another time or contact consulate@exclave.example.org if you need help.',
  });
  const line = broken.logs.find((entry) => entry.includes('request failed')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ request: expect.any(String), err: { message: 'a bug, seen while serving [email]' } });
});

test('the session is in an HttpOnly cookie, and only its hash is in the database', async () => {
  const reader = service.browser();
  const response = await reader.post('/api/cart', ITEM);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  const stored = JSON.stringify(await service.deps.db.session.findMany());
  expect(stored).not.toContain(reader.cookies.get('sid'));
  // The first return says that somebody is there, and is noted at once; those after it at most once an hour.
  expect((await reader.post('/api/cart', ITEM)).headers.getSetCookie()).toHaveLength(1);
  expect((await reader.post('/api/cart', ITEM)).headers.getSetCookie()).toEqual([]);
});

test.each([
  ['host', {}, /^__Host-sid=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/],
  ['domain', { COOKIE_DOMAIN: 'magazine.example' }, /^__Secure-sid=.*Domain=magazine\.example.*Secure; SameSite=Lax$/],
  ['partitioned', {}, /^__Host-sid=.*Secure; SameSite=None; Partitioned$/],
])('a magazine on the internet gets the cookie that it configured: %s', async (mode, env, cookie) => {
  const app = await createTestApp({ env: { PUBLIC_URL: 'https://magazine.example', COOKIE_MODE: mode, ...env } });
  const reader = app.browser();
  const response = await reader.post('/api/cart', ITEM);
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(cookie)]);
  expect(await (await reader.get('/api/cart')).json()).toMatchObject({ items: [{ ref: 'iss:2' }] });
  await app.close();
});

test('a session lives on with visits, ends after 30 days without one, and after 180 days in any case', async () => {
  const reader = service.browser();
  now = new Date('2026-01-01T00:00:00Z');
  await reader.post('/api/cart', ITEM);
  expect(await itemsOf(reader)).toBe(1);
  for (let visit = 0; visit < 8; visit += 1) {
    now = new Date(now.getTime() + 20 * DAY);
    expect(await itemsOf(reader)).toBe(1);
  }
  now = new Date(now.getTime() + 20 * DAY);
  expect(await itemsOf(reader)).toBe(0);

  const idle = service.browser();
  await idle.post('/api/cart', ITEM);
  expect(await itemsOf(idle)).toBe(1);
  now = new Date(now.getTime() + 30 * DAY + HOUR);
  expect(await itemsOf(idle)).toBe(0);
});

test('a made-up or hostile token is nobody', async () => {
  for (const token of ['x'.repeat(43), '', "' or true --", 'a'.repeat(10_000)]) {
    const reader = service.browser();
    reader.cookies.set('sid', token);
    expect(await itemsOf(reader)).toBe(0);
  }
});

test('neither log nor metrics hold a name, an address or a token', async () => {
  const reader = service.browser();
  await reader.post('/api/cart', ITEM);
  const captcha = await reader.captcha();
  const receipt = 'a-receipts-token-0123456789abcdef';
  await reader.post(`/api/list/signup?captcha=${captcha}`, { email: 'very.private@example.org' }, { 'X-Request-Id': 'very-private-id' });
  await reader.get(`/api/page/receipts?token=${receipt}`);
  await reader.get(`/api/receipts/${receipt}`);
  const metrics = await (await reader.get('/api/metrics')).text();
  const written = service.logs.join('\n') + metrics;
  for (const secret of [
    'very.private',
    'very-private-id',
    receipt,
    captcha.slice(0, 60),
    reader.cookies.get('sid') ?? 'none',
    reader.address,
  ]) {
    expect(written).not.toContain(secret);
  }
  expect(service.logs.at(-1)).toMatch(/"route":"\/api\/metrics"/);
  expect(metrics).toMatch(/newsstand_request_seconds_count\{method="POST",route="\/api\/cart",status="200"\} \d+/);
});

test('with a token configured, only who shows it reads the metrics', async () => {
  const app = await createTestApp({ env: { METRICS_TOKEN: 'a-token-for-prometheus' } });
  expect((await app.browser().get('/api/metrics')).status).toBe(404);
  expect((await app.browser().get('/api/metrics', { Authorization: 'Bearer a-token-for-prometheus' })).status).toBe(200);
  await app.close();
});

test('limits count by the address that the trusted proxy saw, not by what the reader wrote', async () => {
  const countKeys = async () => (await service.deps.db.rateLimit.findMany()).map(({ key }) => key);
  await service.browser().get('/api/bot-check/challenge', { 'X-Forwarded-For': '198.51.100.99, 203.0.113.5' });
  expect(await countKeys()).toContain('challenge:203.0.113.5');
  expect(await countKeys()).not.toContain('challenge:198.51.100.99');
});

async function itemsOf(reader: Browser): Promise<number> {
  const cart: { items: unknown[] } = await (await reader.get('/api/cart')).json();
  return cart.items.length;
}
