import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { endpoints } from '@newsstand/contracts/endpoints';
import { emptyCart } from '@newsstand/contracts/fixtures/cart';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { address, createTableApi, type TableApi } from './call-table.ts';

type Api = TableApi<typeof endpoints>;
const createApi = (base: string): Api => createTableApi(base, endpoints);

type Seen = { method: string | undefined; url: string | undefined; type?: string; body: string };
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
    const { 'content-type': type } = request.headers;
    seen.push({ method: request.method, url: request.url, ...(type !== undefined && { type }), body: await text(request) });
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

test('a call answers with what the table says', { tags: ['§7.helpers.1'] }, async () => {
  const { api, seen } = await serve({ status: 200, body: JSON.stringify(emptyCart) });
  expect(await api('addToCart', { body: { type: 'add', item: { item: 'basic-product', quantity: 1, ref: 'prd:mug' } } })).toEqual({
    ok: true,
    data: emptyCart,
  });
  expect(seen).toEqual([
    {
      method: 'POST',
      url: '/api/cart',
      type: 'application/json',
      body: '{"type":"add","item":{"item":"basic-product","quantity":1,"ref":"prd:mug"}}',
    },
  ]);
});

test.each<[string, (api: Api) => Promise<unknown>, Seen]>([
  ['reads', (api) => api('getCart'), { method: 'GET', url: '/api/cart', body: '' }],
  [
    'changes',
    (api) => api('changeQuantity', { body: { cart: { type: 'basic-product', ref: 'prd:mug' }, qty: 2 } }),
    { method: 'PATCH', url: '/api/cart', type: 'application/json', body: '{"cart":{"type":"basic-product","ref":"prd:mug"},"qty":2}' },
  ],
  [
    'deletes',
    (api) => api('deleteAddress', { params: { shipcode: 'ship-a' } }),
    { method: 'DELETE', url: '/api/account/address/ship-a', body: '' },
  ],
])('a call that %s goes out by its own method', { tags: ['§7.helpers.1'] }, async (_what, call, expected) => {
  const { api, seen } = await serve({ status: 200, body: '{}' });
  vi.stubGlobal('reportError', () => undefined);
  await call(api);
  expect(seen).toEqual([expected]);
});

test('a list in the query repeats its name, what is absent is left out, and parameters are escaped', async () => {
  expect(address('/api/list/signup', { query: { captcha: 'a+b', 'list-tag': ['x', 'y z'], gift: undefined } })).toBe(
    '/api/list/signup?captcha=a%2Bb&list-tag=x&list-tag=y+z',
  );
  expect(address('/api/checkout/{intent_id}', { params: { intent_id: 'a/b' }, query: { reset: '' } })).toBe('/api/checkout/a%2Fb?reset=');
  expect(address('/api/cart', {})).toBe('/api/cart');
});

test.each([[''], [' \n'], ['{}'], ['{"errors":{}}'], ['{"errors":""}'], ['{"errors":" "}']])(
  'an answer that failed and says nothing (%j) is told as an error, not as an empty message',
  { tags: ['§8.raw.1'] },
  async (body) => {
    const { api } = await serve({ status: 500, body });
    expect(await api('getCart')).toEqual({
      ok: false,
      status: 500,
      refusal: { errors: 'We encountered an error. Please try again.' },
      raw: true,
    });
  },
);

test('a refusal is handed over with its status', { tags: ['§7.helpers.2'] }, async () => {
  const { api } = await serve({ status: 422, body: '{"errors":{"email":"Must not be blank."}}' });
  expect(await api('listSignup', { body: { email: '' } })).toEqual({
    ok: false,
    status: 422,
    refusal: { errors: { email: 'Must not be blank.' } },
  });
});

test('any status of 400 or more is a failure, whatever comes with it', { tags: ['§7.helpers.2'] }, async () => {
  const given = { status: 0, body: '{"errors":{"email":"No."}}' };
  const { api } = await serve(given);
  for (let status = 400; status < 600; status++) {
    given.status = status;
    const answer = await api('listSignup', { body: { email: '' } });
    // A browser takes 407 for its proxy's, and hands nothing over.
    expect(answer).toMatchObject(status === 407 ? { ok: false, status: 0 } : { ok: false, status, refusal: { errors: { email: 'No.' } } });
  }
});

test('a declined card is told apart from other refusals', async () => {
  const { api } = await serve({ status: 402, body: '{"checkout_errors":{"require":null,"message":"Your card was declined."}}' });
  const answer = await api('checkout', { body: { name: 'Ada', email: 'ada@example.org', total: 100 } });
  expect(answer).toMatchObject({ ok: false, status: 402, refusal: { checkout_errors: { message: 'Your card was declined.' } } });
});

test.each([['Bad gateway'], ['{"message":"no"}'], ['["x"]']])(
  'the raw response %j is the message when it is not an object with errors, and is known for it',
  { tags: ['§8.raw.1'] },
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

  /**
   * A server that answers a call when it is told to, and two tabs that put something into the cart in the same moment.
   */
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

describe('a service that is busy for a moment', () => {
  const BUSY = '{"errors":"Not now."}';

  /** A server that is busy as often as said, says when to come again, and answers then. */
  const busy = async (times: number, retryAfter: string | undefined, status = 503) => {
    const came: number[] = [];
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      if (came.push(Date.now()) > times) return response.end(JSON.stringify(emptyCart));
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      response.writeHead(status).end(BUSY);
    });
    return { api: createApi(await listen(server)), came };
  };
  const refused = { ok: false, status: 503, refusal: { errors: 'Not now.' } };
  const qty = { cart: { type: 'basic-product', ref: 'prd:mug' }, qty: 2 } as const;

  test('is asked again as late as it says, for what reads and for what may be made twice', async () => {
    for (const ask of [(api: Api) => api('getCart'), (api: Api) => api('changeQuantity', { body: qty })]) {
      const { api, came } = await busy(1, '1');
      expect(await ask(api)).toEqual({ ok: true, data: emptyCart });
      expect((came[1] ?? 0) - (came[0] ?? 0)).toBeGreaterThanOrEqual(990);
    }
  });

  test('is asked three times at most', async () => {
    const { api, came } = await busy(9, '1');
    expect(await api('getCart')).toEqual(refused);
    expect(came).toHaveLength(3);
  });

  test('is not asked again for what must not be made twice', async () => {
    const { api, came } = await busy(1, '1');
    const item = { item: 'basic-product', quantity: 1, ref: 'prd:mug' } as const;
    expect(await api('addToCart', { body: { type: 'add', item } })).toEqual(refused);
    expect(came).toHaveLength(1);
  });

  test.each([
    ['without a time', undefined, 503],
    ['with a time that nobody would wait for', '4', 503],
    ['with a date', 'Sun, 22 Nov 2026 12:00:00 GMT', 503],
    ['after too many tries', '1', 429],
    ['after an error', '1', 500],
  ])('is not asked again %s', async (_, retryAfter, status) => {
    const { api, came } = await busy(1, retryAfter, status);
    expect(await api('getCart')).toEqual({ ...refused, status });
    expect(came).toHaveLength(1);
  });

  test('is not waited for by a caller that has gone', async () => {
    const { api, came } = await busy(1, '3');
    const caller = new AbortController();
    const answer = api('getCart', {}, { signal: caller.signal });
    await expect.poll(() => came.length).toBe(1);
    const gone = Date.now();
    setTimeout(() => caller.abort(), 100);
    expect(await answer).toMatchObject({ ok: false, status: 0 });
    expect(Date.now() - gone).toBeLessThan(2000);
    expect(came).toHaveLength(1);
  });
});
