// @module-tag ci
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { afterEach, expect, test } from 'vitest';
import { magazine, portOf } from './test-magazine.ts';

const SECOND = 1000;
/** As long as the service keeps a connection that nobody uses (its platform/http/listen.ts). */
const IDLE = 75 * SECOND;

const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

type Asked = { method: string | undefined; url: string | undefined; socket: Socket };

/** An API that keeps its connections as the service does, and the magazine before it. */
const start = async (answer: (asked: Asked, before: readonly Asked[], response: ServerResponse) => void) => {
  const asked: Asked[] = [];
  const api = createServer({ keepAliveTimeout: IDLE }, (request, response) => {
    const { method, url, socket } = request;
    request.resume().once('end', () => {
      const before = [...asked];
      asked.push({ method, url, socket });
      answer({ method, url, socket }, before, response);
    });
  });
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
  const app = await magazine({ apiUrl: `http://127.0.0.1:${portOf(api.address())}`, production: true });
  const front = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((done) => front.once('listening', done));
  closers.push(
    () => front.close(),
    () => api.close(),
    () => api.closeAllConnections(),
  );
  const url = `http://127.0.0.1:${portOf(front.address())}`;
  const send = (method: string, path = '/api/cart') =>
    fetch(url + path, { method, headers: { 'content-type': 'application/json' }, ...(method !== 'GET' && { body: '{"type":"add"}' }) });
  return { api, asked, url, send };
};

const ok = (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('{"items":[]}');
const wasUsed = ({ socket }: Asked, before: readonly Asked[]) => before.some((other) => other.socket === socket);

test('what reads and meets the end of a connection that was kept is asked once more, over one of its own', async () => {
  const { asked, send } = await start((now, before, response) => (wasUsed(now, before) ? now.socket.destroy() : ok(response)));
  expect((await send('GET')).status).toBe(200);
  expect((await send('GET', '/api/access/session')).status).toBe(200);
  expect(asked.map(({ url }) => url)).toEqual(['/api/cart', '/api/access/session', '/api/access/session']);
  expect(asked[1]?.socket, 'the second met the end of the first’s connection').toBe(asked[0]?.socket);
});

test('what reads is asked twice at most', async () => {
  const { asked, send } = await start(({ socket }) => socket.destroy());
  expect((await send('GET')).status).toBe(502);
  expect(asked).toHaveLength(2);
});

test.each(['POST', 'PATCH', 'DELETE'])('%s meets the end of no connection, because each has its own', async (method) => {
  const { asked, send } = await start((now, before, response) => (wasUsed(now, before) ? now.socket.destroy() : ok(response)));
  await send('GET');
  for (let turn = 0; turn < 3; turn++) expect((await send(method)).status).toBe(200);
  expect(asked).toHaveLength(4);
});

test.each(['POST', 'PATCH', 'DELETE'])('%s is never sent twice: it may have been done when its connection ends', async (method) => {
  const { asked, send } = await start(({ socket }) => socket.destroy());
  const response = await send(method);
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({
    errors: 'The shop cannot be reached at the moment. Please try again in a minute.',
    codes: { code: 'api.unreachable' },
  });
  expect(asked).toHaveLength(1);
});

test('what was answered in part is not asked again', async () => {
  const { asked, send } = await start(({ socket }, _, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"items"');
    setTimeout(() => socket.destroy(), 50);
  });
  await expect(send('GET').then((response) => response.text())).rejects.toThrow();
  expect(asked).toHaveLength(1);
});

test('an API that ends its connections while it is asked over them costs no reader an answer', async () => {
  const { asked, send } = await start(({ socket }, _, response) => {
    // Without a word of how long it is kept.
    ok(response.setHeader('connection', 'keep-alive'));
    setTimeout(() => socket.end(), Math.random() * 4);
  });
  const statuses: number[] = [];
  const reader = async (first: number) => {
    for (let turn = first; turn < first + 60; turn++) {
      statuses.push((await send(turn % 2 === 0 ? 'GET' : 'POST')).status);
      await sleep(Math.random() * 5);
    }
  };
  await Promise.all([0, 1, 2, 3, 4].map(reader));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(150);
});

test('the magazine ends a connection that nobody uses long before the API would', async () => {
  const { asked, send } = await start((_now, _before, response) => void ok(response));
  await send('GET');
  const begun = performance.now();
  await new Promise((ended) => asked[0]?.socket.once('end', ended));
  expect(performance.now() - begun).toBeLessThan(20 * SECOND);
});
