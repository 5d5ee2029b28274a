import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { proxy } from 'hono/proxy';
import { askApi } from './ask-api.ts';
import { ownRefusal } from './own-refusal.ts';
import type { Publication } from './read-publication.ts';

/** `content`: the publication, in whose words is refused what does not come to the API. */
type Content = () => Promise<{ publication: Publication }>;
type ForwardOptions = { apiUrl: string; trustedProxies: number; content: Content };

/** As much as the API takes (its app.ts). */
const MAX_BODY = 256 * 1024;

/**
 * Refuses a body as the API would: the API closes such a connection early, and whoever is still sending never reads its
 * answer.
 */
export const limitBody = (content: Content): MiddlewareHandler =>
  bodyLimit({
    maxSize: MAX_BODY,
    // The rest of the body is never read, so nothing else can come over this connection.
    onError: async (c) =>
      c.json(ownRefusal('too_large', (await content()).publication), 413, { 'Cache-Control': 'no-store', Connection: 'close' }),
  });

/**
 * Hands a request to the API and its answer back, both streamed, cookies and all. Says who asked: with no proxy of ours
 * before this server, whatever X-Forwarded-For a reader sends is dropped. An API that cannot be reached is a 502 in the
 * shape of a refusal.
 */
export const forwardToApi = async (c: Context<{ Bindings: Partial<HttpBindings> }>, options: ForwardOptions): Promise<Response> => {
  const { pathname, search } = new URL(c.req.url);
  const refuse = async (key: Parameters<typeof ownRefusal>[0], status: 404 | 405 | 502, more = {}) =>
    c.json(ownRefusal(key, (await options.content()).publication), status, { 'Cache-Control': 'no-store', ...more });
  // What leaves /api once somebody behind us decodes it was never asked for there.
  if (leaves(pathname)) return refuse('not_found', 404);
  // `fetch` has none of them, and nobody answers them.
  if (['CONNECT', 'TRACE', 'TRACK'].includes(c.req.method)) return refuse('not_found', 405);
  const headers = passedOn(c.req.raw.headers);
  for (const [name, value] of Object.entries(forwardedHeaders(c, options))) headers.set(name, value);
  try {
    return await proxy(`${options.apiUrl}${pathname}${search}`, {
      raw: c.req.raw,
      headers,
      customFetch: askApi,
    });
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    if (!c.req.raw.signal.aborted) process.stderr.write(`The API at ${options.apiUrl} cannot be reached: ${String(reason)}\n`);
    return refuse('unreachable', 502, { 'Retry-After': '60' });
  }
};

/**
 * What concerns the connection between the reader and this server alone: RFC 9110, 7.6.1. `Expect` was answered here;
 * the rest says anew who asked for what.
 */
const OWN = [
  'connection',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
];

/** The headers of a request without those, nor what `Connection` names: some of them `fetch` refuses to send at all. */
const passedOn = (given: Headers): Headers => {
  const headers = new Headers(given);
  const named = (headers.get('connection') ?? '').split(',').map((name) => name.trim());
  for (const name of [...OWN, ...named.filter((one) => /^[\w-]+$/.test(one))]) headers.delete(name);
  return headers;
};

const leaves = (pathname: string): boolean => {
  try {
    return decodeURIComponent(pathname).split(/[/\\]/).includes('..');
  } catch {
    return true;
  }
};

const forwardedHeaders = (c: Context<{ Bindings: Partial<HttpBindings> }>, { trustedProxies }: Pick<ForwardOptions, 'trustedProxies'>) => {
  const url = new URL(c.req.url);
  const peer = c.env?.incoming?.socket.remoteAddress ?? '127.0.0.1';
  const believed = trustedProxies > 0 ? (c.req.header('x-forwarded-for')?.split(',') ?? []).slice(-trustedProxies) : [];
  const behindProxy = trustedProxies > 0;
  return {
    'X-Forwarded-For': [...believed.map((one) => one.trim()), peer].join(', '),
    'X-Forwarded-Proto': (behindProxy && c.req.header('x-forwarded-proto')) || url.protocol.slice(0, -1),
    'X-Forwarded-Host': (behindProxy && c.req.header('x-forwarded-host')) || url.host,
  };
};
