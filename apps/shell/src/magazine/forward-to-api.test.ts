import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '@hono/node-server';
import { magazine, portOf } from './test-magazine.ts';

describe('the way to the API', () => {
  const seen: { method?: string | undefined; url?: string | undefined; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const api = createServer((request, response) => {
    if (request.url === '/api/page/front') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ stand_ins: ['Stripe (emulator)'] }));
      return;
    }
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body: text });
      response.setHeader('set-cookie', ['session=abc; HttpOnly; Path=/', 'seen=1; Path=/']);
      if (request.url?.startsWith('/oauth')) response.writeHead(302, { location: 'https://accounts.example/' }).end();
      else response.writeHead(422, { 'content-type': 'application/json' }).end('{"errors":{"email":"Not an address."}}');
    });
  });
  const front: { url: string; close: () => void } = { url: '', close: () => undefined };

  beforeAll(async () => {
    await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
    const app = await magazine({ apiUrl: `http://127.0.0.1:${portOf(api.address())}` });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise<void>((done) => server.once('listening', done));
    front.url = `http://127.0.0.1:${portOf(server.address())}`;
    front.close = () => server.close();
  });
  afterAll(() => {
    front.close();
    api.close();
  });

  test('a body goes there, and status, cookies and body come back', async () => {
    const response = await fetch(`${front.url}/api/list/signup?captcha=x&list-tag=a&list-tag=b`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'session=old', 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' },
      body: '{"email":"no"}',
    });
    expect(response.status).toBe(422);
    expect(response.headers.getSetCookie()).toEqual(['session=abc; HttpOnly; Path=/', 'seen=1; Path=/']);
    expect(await response.json()).toEqual({ errors: { email: 'Not an address.' } });
    expect(seen.at(-1)).toMatchObject({
      method: 'POST',
      url: '/api/list/signup?captcha=x&list-tag=a&list-tag=b',
      body: '{"email":"no"}',
      headers: { cookie: 'session=old', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
    });
  });

  test.each([
    ['waits to be told to go on', 'Expect: 100-continue', 'POST'],
    ['would rather speak another protocol', 'Upgrade: websocket\r\nConnection: Upgrade', 'GET'],
    ['names headers of the connection', 'Connection: close, x-theirs, x-forwarded-for\r\nX-Theirs: 1\r\nX-Forwarded-For: 6.6.6.6', 'GET'],
    [
      'names what is no header',
      'Connection: not one, "nor this"\r\nKeep-Alive: timeout=x\r\nTE: trailers\r\nProxy-Authorization: Basic eA==',
      'GET',
    ],
  ])('whoever %s is answered by the API, which hears nothing of it', async (_title, lines, method) => {
    const { hostname, port } = new URL(front.url);
    const answer = await speak(Number(port), `${method} /api/odd HTTP/1.1\r\nHost: ${hostname}\r\n${lines}\r\nContent-Length: 2\r\n\r\n{}`);
    expect(answer).toContain('HTTP/1.1 422 ');
    const { headers } = seen.at(-1) ?? { headers: {} };
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
    for (const name of ['expect', 'upgrade', 'keep-alive', 'te', 'proxy-authorization', 'x-theirs'])
      expect(headers).not.toHaveProperty(name);
  });

  test('a method that nobody may forward is refused here', async () => {
    const { hostname, port } = new URL(front.url);
    expect(await speak(Number(port), `TRACE /api/cart HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)).toContain('HTTP/1.1 405 ');
  });

  test('a redirect is the reader’s to follow', async () => {
    const response = await fetch(`${front.url}/oauth/google?url=/`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe('https://accounts.example/');
  });

  test('the log-out goes there by POST only', { tags: ['§2.routes.26'] }, async () => {
    expect((await fetch(`${front.url}/logout`, { method: 'POST' })).status).toBe(422);
    expect((await fetch(`${front.url}/logout`)).status).toBe(404);
  });

  test('a body larger than the API takes is refused as the API does', async () => {
    const before = seen.length;
    const response = await fetch(`${front.url}/api/cart`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(3_000_000),
    });
    expect(response.status).toBe(413);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ errors: 'The request is too large.', codes: { code: 'api.too_large' } });
    expect(seen).toHaveLength(before);
  });

  test.each(['/api/metrics', '/api/metrics?all', '/api/%6detrics'])('%s is for operators, who ask the API itself', async (address) => {
    const before = seen.length;
    expect((await fetch(`${front.url}${address}`)).status).toBe(404);
    expect(seen).toHaveLength(before);
  });

  test.each([
    '/api/cart/..%2fmetrics',
    '/api/..%2f..%2fhealth',
    '/api/..%5cmetrics',
    '/api/%2e%2e%2fmetrics',
    '/api/%ff',
    '/oauth/..%2fapi/metrics',
  ])('%s is handed to nobody, who might read it as another address', async (address) => {
    const before = seen.length;
    expect((await fetch(`${front.url}${address}`)).status).toBe(404);
    expect(seen).toHaveLength(before);
  });

  test('a picture whose name cannot be decoded is not found', async () => {
    for (const name of ['/art/%ff', '/hostile/%ff']) expect((await fetch(`${front.url}${name}`)).status).toBe(404);
  });

  test('a page says once which stand-ins the API uses', async () => {
    await expect.poll(async () => (await fetch(front.url)).text()).toContain('Stripe (emulator)');
    // There the widget says it, beside the button that pays.
    for (const address of ['/store/checkout', '/invoice/abcdefgh'])
      expect(await (await fetch(front.url + address)).text(), address).not.toContain('Stripe (emulator)');
  });

  test('while the API is down, its callers are told so in the shape of a refusal, and when to come again', async () => {
    const response = await (await magazine()).request('/api/cart');
    expect([response.status, response.headers.get('Retry-After')]).toEqual([502, '60']);
    expect(await response.json()).toEqual({
      errors: 'The shop cannot be reached at the moment. Please try again in a minute.',
      codes: { code: 'api.unreachable' },
    });
  });
});

/** What a server answers to bytes as they are, until it has said all or ends: `fetch` would refuse to send them. */
const speak = (port: number, bytes: string): Promise<string> =>
  new Promise((done, fail) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(5000, () => socket.destroy(new Error(`only heard ${heard}`)));
    socket.on('error', fail);
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      if (/HTTP\/1\.1 [245]/.test(heard)) socket.destroy();
    });
    socket.on('close', () => done(heard));
  });
