import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR } from './duration.ts';
import type { Browser } from './test/browser.ts';
import { createTestApp, type TestApp } from './test/test-app.ts';

const ITEM = { type: 'add', item: { item: 'digital-issue', ref: 'iss:2', quantity: 1 } };

let service: TestApp;
let now = new Date();
beforeAll(async () => {
  service = await createTestApp({ clock: () => now, env: { ALLOWED_ORIGINS: 'https://cms.example' } });
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

test('an allowed page on another site may call with its cookies', async () => {
  const preflight = await service.browser().send('OPTIONS', '/api/cart', undefined, {
    Origin: 'https://cms.example',
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'content-type',
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('https://cms.example');
  expect(preflight.headers.get('access-control-allow-credentials')).toBe('true');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
  const response = await service.browser().post('/api/cart', ITEM, { Origin: 'https://cms.example' });
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe('https://cms.example');
  expect(response.headers.get('access-control-allow-credentials')).toBe('true');
});

test('an allowed page may read a refusal too, and a cache keeps the answers for each page apart', async () => {
  const refused = await service.browser().post('/api/cart', { type: 'nothing' }, { Origin: 'https://cms.example' });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([422, 'https://cms.example']);
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
  expect(await response.json()).toEqual({ errors: expect.any(String) });
});

test('the character that the database cannot keep is refused, wherever it stands', async () => {
  const browser = service.browser();
  for (const path of ['/api/store/products?tag=%00', '/api/page/product?slug=%00', '/api/store/products/%00']) {
    expect((await browser.get(path)).status, path).toBe(404);
  }
  expect((await browser.post('/api/list/signup', { email: 'ada\u0000@example.org' })).status).toBe(400);
});

test('answers run nothing, are framed by nobody and are not guessed at', async () => {
  const { headers } = await service.browser().get('/api/cart');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('an address that is not there is answered in the shape of all errors', async () => {
  const response = await service.browser().get('/api/nowhere');
  expect([response.status, await response.json()]).toEqual([404, { errors: 'Not found.' }]);
});

test('a bug is answered with the text of section 8 and logged with its request', async () => {
  const broken = await service.replica();
  await broken.deps.db.$disconnect();
  broken.deps.db.rows = () => {
    throw new Error('a bug, seen while serving ana@example.org');
  };
  const response = await broken.browser().get('/api/cart');
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({
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
  for (let visit = 0; visit < 8; visit += 1) {
    now = new Date(now.getTime() + 20 * DAY);
    expect(await itemsOf(reader)).toBe(1);
  }
  now = new Date(now.getTime() + 20 * DAY);
  expect(await itemsOf(reader)).toBe(0);

  const idle = service.browser();
  await idle.post('/api/cart', ITEM);
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
