import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { Stripe } from 'stripe';
import { admitBrowser, answerChallenge, elementsSession, forBrowser, publicView } from './browser-side.ts';
import type { Call } from './call.ts';
import { isServed, parseParams } from './contract.ts';
import { type Answer, type Emulation, type Keys, refused } from './emulation.ts';
import { expand } from './expand.ts';
import { invalidRequest, StripeFault } from './fault.ts';
import { type Form, parseForm } from './form.ts';
import { fingerprintOf, isRemembered, savedAnswer } from './idempotency.ts';
import { makeId } from './ids.ts';
import { endpointOf, type Endpoint, routes } from './routes.ts';
import { takeOne } from './switches.ts';
import type { Params } from './surface.ts';

type Env = { Bindings: HttpBindings };

/** Stripe's API under /v1, for the `stripe` SDK with the secret key and for browsers with the publishable key. */
export function createApi(emulation: Emulation) {
  const api = new Hono<Env>();
  api.use(cors({ origin: '*', exposeHeaders: ['Request-Id'] }));
  api.use(async (c, next) => {
    const { latency, fail } = emulation.switches;
    if (latency > 0) await sleep(latency);
    if (takeOne(fail, c.req.path)) {
      const type = fail.status < 500 ? 'invalid_request_error' : 'api_error';
      return Response.json({ error: { type, message: 'The emulator was asked to fail.' } }, { status: fail.status });
    }
    await next();
  });
  api.onError((error, c) => {
    console.error(error);
    return c.json({ error: { type: 'api_error', message: `The emulator has a bug: ${error.message}` } }, 500);
  });
  api.all('/v1/*', async (c) => {
    const requestId = makeId('req', 14);
    const body = await c.req.text();
    const { answer, headers } = answerRequest(emulation, c, body, requestId);
    if (c.req.method === 'POST' && takeOne(emulation.switches.hang_up, c.req.path)) {
      c.env.outgoing.destroy(); // the work is done; only the answer is lost
      return RESPONSE_ALREADY_SENT;
    }
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'content-type': 'application/json', 'request-id': requestId, 'stripe-version': Stripe.API_VERSION, ...headers },
    });
  });
  return api;
}

function answerRequest(
  emulation: Emulation,
  c: Context<Env>,
  body: string,
  requestId: string,
): { answer: Answer; headers: Record<string, string> } {
  const { method, path } = c.req;
  try {
    const { key, ...form } = parseForm(method === 'POST' ? body : new URL(c.req.url).search.slice(1));
    const fromBrowser = isBrowser(emulation, keyOf(c.req.header('authorization'), key));
    const idempotencyKey = method === 'POST' ? (c.req.header('idempotency-key') ?? null) : null;
    const fingerprint = fingerprintOf(method, path, body);
    const saved = idempotencyKey && savedAnswer(emulation.store, idempotencyKey, fingerprint, emulation.now());
    if (saved) return { answer: saved, headers: { 'idempotent-replayed': 'true', 'idempotency-key': saved.id } };
    const request = { id: requestId, idempotency_key: idempotencyKey };
    const answer = emulation.perform(
      { fromBrowser, request },
      (call) => dispatch(call, method, path, form),
      ({ status, body: text }) => {
        if (!idempotencyKey || !isRemembered(status)) return;
        emulation.store.put('saved_answer', { id: idempotencyKey, fingerprint, status, body: text, at: emulation.now() });
      },
    );
    return { answer, headers: {} };
  } catch (error) {
    if (error instanceof StripeFault) return { answer: refused(error), headers: {} };
    throw error;
  }
}

function dispatch(call: Call, method: string, path: string, form: Form): object {
  if (call.fromBrowser && path === '/v1/elements/sessions') return elementsSession(call, form);
  if (call.fromBrowser && path === '/v1/3ds2/authenticate') {
    return publicView(answerChallenge(call, String(form.client_secret), form.outcome === 'succeeded'));
  }
  const { endpoint, id } = endpointOf(method, path);
  if (!isServed(endpoint)) throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`, { status: 404 });
  if (call.fromBrowser) return forBrowser(() => serve(call, endpoint, admitBrowser(call, endpoint, id, form), id));
  return serve(call, endpoint, form, id);
}

function serve(call: Call, endpoint: Endpoint, form: Form, id: string): object {
  const params = parseParams(endpoint, form);
  return expand(call.store, run(call, endpoint, params, id), 'expand' in params ? params.expand : []);
}

function run<K extends Endpoint>(call: Call, endpoint: K, params: Params[K], id: string): object {
  return routes[endpoint](call, params, id);
}

function isBrowser({ secretKey, publishableKey }: Keys, key: string): boolean {
  if (key === secretKey) return false;
  if (key === publishableKey) return true;
  const message = /^[a-z]+_live_/.test(key)
    ? 'This is an emulator of Stripe: a live key has no business here.'
    : `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`;
  throw new StripeFault(401, { type: 'invalid_request_error', message });
}

function keyOf(authorization = '', formKey: unknown): string {
  if (authorization.startsWith('Bearer ')) return authorization.slice('Bearer '.length);
  if (authorization.startsWith('Basic ')) return Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':')[0] ?? '';
  return typeof formKey === 'string' ? formKey : '';
}
