import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { emptyCart } from '@newsstand/contracts/fixtures/cart';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { address } from './call-table.ts';
import { createApi } from './call.ts';

type Seen = { method: string | undefined; url: string | undefined; body: string };
const closers: (() => void)[] = [];
afterEach(() => {
  closers.splice(0).forEach((close) => close());
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A server that gives one answer to everything and notes what it was asked; null hangs up. */
const serve = async (answer: { status: number; body: string } | null) => {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    seen.push({ method: request.method, url: request.url, body: await text(request) });
    if (!answer) return request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
  return { api: createApi(await listen(server)), seen };
};

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const place = server.address();
  if (place === null || typeof place === 'string') throw new Error('no port');
  return `http://127.0.0.1:${place.port}`;
};

test('a call answers with what the table says', async () => {
  const { api, seen } = await serve({ status: 200, body: JSON.stringify(emptyCart) });
  expect(await api('addToCart', { body: { type: 'add', item: { item: 'basic-product', quantity: 1, ref: 'prd:mug' } } })).toEqual({
    ok: true,
    data: emptyCart,
  });
  expect(seen).toEqual([
    { method: 'POST', url: '/api/cart', body: '{"type":"add","item":{"item":"basic-product","quantity":1,"ref":"prd:mug"}}' },
  ]);
});

test('a list in the query repeats its name, what is absent is left out, and parameters are escaped', async () => {
  expect(address('/api/list/signup', { query: { captcha: 'a+b', 'list-tag': ['x', 'y z'], gift: undefined } })).toBe(
    '/api/list/signup?captcha=a%2Bb&list-tag=x&list-tag=y+z',
  );
  expect(address('/api/checkout/{intent_id}', { params: { intent_id: 'a/b' }, query: { reset: '' } })).toBe('/api/checkout/a%2Fb?reset=');
  expect(address('/api/cart', {})).toBe('/api/cart');
});

test('a refusal is handed over with its status', async () => {
  const { api } = await serve({ status: 422, body: '{"errors":{"email":"Must not be blank."}}' });
  expect(await api('listSignup', { body: { email: '' } })).toEqual({
    ok: false,
    status: 422,
    refusal: { errors: { email: 'Must not be blank.' } },
  });
});

test('a declined card is told apart from other refusals', async () => {
  const { api } = await serve({ status: 402, body: '{"checkout_errors":{"require":null,"message":"Your card was declined."}}' });
  const answer = await api('checkout', { body: { name: 'Ada', email: 'ada@example.org', total: 100 } });
  expect(answer).toMatchObject({ ok: false, status: 402, refusal: { checkout_errors: { message: 'Your card was declined.' } } });
});

test.each([['Bad gateway'], ['{"message":"no"}'], ['["x"]'], ['']])(
  'the raw response %j is the message when it is not an object with errors, and is known for it',
  async (body) => {
    const { api } = await serve({ status: 502, body });
    expect(await api('getCart')).toEqual({ ok: false, status: 502, refusal: { errors: body }, raw: true });
  },
);

test('no answer at all has the status 0', async () => {
  const { api } = await serve(null);
  expect(await api('getCart')).toMatchObject({ ok: false, status: 0, refusal: { errors: expect.stringContaining('could not reach') } });
});

test('a caller that has gone gets the status 0', async () => {
  const { api, seen } = await serve({ status: 200, body: JSON.stringify(emptyCart) });
  expect(await api('getCart', {}, { signal: AbortSignal.abort() })).toMatchObject({ ok: false, status: 0 });
  expect(seen).toEqual([]);
});

test('an answer that breaks the contract is reported and is a failure', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const { api } = await serve({ status: 200, body: '{"items":"none"}' });
  expect(await api('getCart')).toMatchObject({ ok: false, status: 200 });
  expect(reported).toHaveLength(1);
});

describe('calls that may begin a session', () => {
  const item = { item: 'basic-product', quantity: 1, ref: 'prd:mug' } as const;

  /** A server that answers a call when it is told to, and two tabs that put something into the cart in the same moment. */
  const twoTabs = async () => {
    const waiting: (() => void)[] = [];
    const server = createServer((_request, response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(emptyCart)));
    });
    const base = await listen(server);
    const tabs = [createApi(base), createApi(base)];
    return { waiting, base, sent: tabs.map((api) => api('addToCart', { body: { type: 'add', item } })) };
  };

  test('go one after the other in all tabs, so that the second brings the cookie of the first', async () => {
    const { waiting, base, sent } = await twoTabs();
    await expect.poll(() => waiting.length).toBe(1);
    // What begins none does not wait for them.
    const read = createApi(base)('getCart');
    await expect.poll(() => waiting.length).toBe(2);
    waiting[0]?.();
    await expect.poll(() => waiting.length).toBe(3);
    waiting[1]?.();
    waiting[2]?.();
    expect((await Promise.all([read, ...sent])).map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  test('do not wait for ever for one that hangs', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(new AbortController().signal).mockReturnValueOnce(AbortSignal.abort());
    const { waiting, sent } = await twoTabs();
    await expect.poll(() => waiting.length).toBe(2);
    waiting.forEach((answer) => answer());
    expect((await Promise.all(sent)).map(({ ok }) => ok)).toEqual([true, true]);
  });

  test('go at once where the browser knows no locks', async () => {
    vi.stubGlobal('navigator', {});
    const { waiting, sent } = await twoTabs();
    await expect.poll(() => waiting.length).toBe(2);
    waiting.forEach((answer) => answer());
    expect((await Promise.all(sent)).map(({ ok }) => ok)).toEqual([true, true]);
  });
});
