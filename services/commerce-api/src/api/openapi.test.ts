// @module-tag ci
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@newsstand/contracts/endpoints';
import { WEBHOOK_EVENTS } from '@newsstand/contracts/webhook';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ITEM, NOWHERE, samples, type Call } from '../../test/route-samples.ts';
import { isText } from './openapi.ts';
import { lintOpenapi } from '../../test/lint-openapi.ts';
import { shortened } from '../../test/shortened.ts';
import { openShop, type Reader, type Shop } from '../../test/shop.ts';

const Schema = v.record(v.string(), v.unknown());
const Content = v.object({ content: v.record(v.string(), v.object({ schema: v.optional(Schema), example: v.optional(v.unknown()) })) });
const Json = v.object({ content: v.object({ 'application/json': v.object({ schema: Schema, example: v.optional(v.unknown()) }) }) });
const Redirect = v.object({ description: v.string(), headers: v.object({ Location: v.object({ schema: Schema }) }) });
const Empty = v.strictObject({ description: v.string() });
const Ref = v.object({ $ref: v.string() });
const Operation = v.object({
  operationId: v.string(),
  summary: v.string(),
  description: v.string(),
  security: v.array(v.record(v.string(), v.array(v.string()))),
  parameters: v.array(
    v.object({
      name: v.string(),
      in: v.picklist(['path', 'query']),
      required: v.boolean(),
      schema: Schema,
      example: v.optional(v.string()),
    }),
  ),
  requestBody: v.optional(Content),
  responses: v.objectWithRest({ '5XX': Ref }, v.union([Content, Redirect, Ref, Empty])),
});
type Operation = v.InferOutput<typeof Operation>;
const Told = v.object({ parameters: v.array(v.object({ name: v.string(), in: v.literal('header') })), requestBody: Content });
const Document = v.object({
  openapi: v.literal('3.1.0'),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.object({
    schemas: v.record(v.string(), Schema),
    responses: v.record(v.string(), Json),
    securitySchemes: v.record(v.string(), v.unknown()),
  }),
});

/** The document, and the page that shows it, are no examples of themselves. */
const NO_EXAMPLE = ['get /api/openapi.json', 'get /api/docs'];
const EXAMPLES = path.join(import.meta.dirname, 'examples.json');
/** `npm run examples`: what is answered now takes the place of an example of another shape. */
const isRecording = process.env['RECORD_EXAMPLES'] === 'readers';
type Example = { parameters?: Record<string, string>; request?: unknown; answer?: unknown };
const examples = v.parse(v.record(v.string(), v.unknown()), JSON.parse(readFileSync(EXAMPLES, 'utf8'))) as Record<string, Example>;

let shop: Shop;
let raw: unknown;
let document: v.InferOutput<typeof Document>;
beforeAll(async () => {
  shop = await openShop({ env: { OPENID_STAND_IN: NOWHERE } });
  raw = await (await shop.browser().get('/api/openapi.json')).json();
  document = v.parse(Document, raw);
});
afterAll(async () => {
  if (isRecording) writeFileSync(EXAMPLES, `${JSON.stringify(examples, null, 2)}\n`);
  await shop.close();
});

const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${address}`, operation]),
  );

test('a form that logs out without a script is led on to a page, as the document says', async () => {
  const answered = await shop.browser().post('/logout?path=/issue/12', {}, { Accept: 'text/html' });
  expect([answered.status, answered.headers.get('location')]).toEqual([303, expect.stringContaining('/issue/12')]);
  expect(v.is(Redirect, operationOf('post /logout').responses[303])).toBe(true);
});

test('names each event that a publisher’s system is told of, with the shape of its message and how it is signed', () => {
  const { webhooks } = v.parse(v.object({ webhooks: v.record(v.string(), v.object({ post: Told })) }), raw);
  expect(Object.keys(webhooks).toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
  for (const [event, { post }] of Object.entries(webhooks)) {
    expect(post.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
    expect(post.requestBody.content['application/json']?.schema).toMatchObject({
      required: ['type', 'timestamp', 'data'],
      properties: { type: { const: event } },
    });
  }
});

test('every route of the document is tried here', () => {
  expect(
    operations()
      .map(([route]) => route)
      .toSorted(),
  ).toEqual(Object.keys(samples).toSorted());
});

test('every route of the service is in the document, and nothing else is', () => {
  const served = shop.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path: address }) => `${method.toLowerCase()} ${address.replaceAll(/:(\w+)(\{.*?\})?(?=\/|$)/g, '{$1}')}`);
  expect([...new Set(served)].toSorted()).toEqual(
    operations()
      .map(([route]) => route)
      .toSorted(),
  );
});

test.each(Object.entries(samples))('%s answers as the document says', async (route, { good, to, bad }) => {
  const operation = operationOf(route);
  const reader = shop.reader();
  await reader.browser.post('/api/cart', ITEM);
  const call = await good(reader, shop);
  const answered = await send(reader, route, call);
  if (to === undefined) {
    const status = operation.responses[204] ? 204 : 200;
    const answer = await expectAnswer(answered, status, operation.responses[status]);
    expectExample(route, operation, call, answer);
  } else {
    expectRedirect(answered, to, operation.responses[302] ?? operation.responses[303]);
    expectExample(route, operation, call, undefined);
  }
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) if (schema) expectValid(schema, call.body);
  expectParameters(operation, route, call.path);
  if (asksForSession(operation)) {
    const stranger = await send(shop.reader(), route, await withCaptcha(call));
    await expectAnswer(stranger, 401, operation.responses[401]);
  }
  if (bad) await expectAnswer(await send(shop.reader(), route, bad), bad.status, operation.responses[bad.status]);
});

test('what asks for a session says so; elsewhere 401 is a login that is wrong', () => {
  const refusing = operations().filter(([, operation]) => operation.responses[401] && !asksForSession(operation));
  expect(refusing.map(([, { operationId }]) => operationId).toSorted()).toEqual([
    'handoff',
    // With the token of a donation it asks for none.
    'keepCard',
    'logInByForm',
    'login',
    'openAdminView',
    'signinVerify',
  ]);
  expect(operations().filter(([, operation]) => asksForSession(operation) && !operation.responses[401])).toEqual([]);
});

test.each([
  ['post /api/cart', [400, 403, 404, 409, 413, 415, 422]],
  ['post /api/cart/checkout', [400, 402, 403, 409, 413, 415, 422, 429]],
  ['get /api/cart', []],
  ['get /api/receipts/{token}', [400, 404]],
  ['post /api/webhooks/stripe', [400, 403, 413]],
  ['post /api/webhooks/bounces', [400, 403, 413]],
  ['get /api/art/{path}', [400, 404, 422]],
])('%s names the statuses that it refuses with: %j', (route, statuses) => {
  const named = Object.keys(operationOf(route).responses).filter((status) => status.startsWith('4'));
  expect(named).toEqual(statuses.map(String));
});

test('a body is published for JSON and for forms alike', () => {
  // What is signed as text comes in one form, and what is sent by a letter's link comes from forms and mail programs;
  // some forms are for readers without scripts alone.
  const others = /^\/api\/(webhooks|letters|forms)\//;
  const ours = Object.entries(document.paths).filter(([address]) => !others.test(address));
  const bodies = ours.flatMap(([, methods]) => Object.values(methods).flatMap(({ requestBody }) => requestBody ?? []));
  expect(bodies.length).toBeGreaterThan(3);
  for (const { content } of bodies) expect(Object.keys(content)).toEqual(['application/json', 'application/x-www-form-urlencoded']);
});

describe('whoever makes a client of the document', () => {
  test('finds each operation by the name that it has in the endpoint table', () => {
    const named = new Map(operations().map(([route, { operationId }]) => [operationId, route]));
    expect(named.size).toBe(operations().length);
    for (const [name, { method, path: address }] of Object.entries(endpoints))
      expect(named.get(name)).toBe(`${method.toLowerCase()} ${address}`);
  });

  test('finds each shared schema once, by the name of its type, and refers to it everywhere else', () => {
    const text = JSON.stringify(raw);
    for (const name of ['Cart', 'Address', 'Subscription', 'Refusal', 'Receipt', 'CartLine', 'Totals', 'CheckoutBody']) {
      const schema = document.components.schemas[name];
      expect(text.split(`"$ref":"#/components/schemas/${name}"`).length, name).toBeGreaterThan(1);
      const { description: _, ...shape } = schema ?? {};
      expect(text.split(JSON.stringify(shape.properties ?? shape).slice(0, 2_000)).length, name).toBe(2);
    }
  });

  test('reads units and sections where the docstrings have them', () => {
    const { components } = document;
    expect(components.schemas['Totals']).toMatchObject({
      description: expect.stringContaining('in cents'),
      properties: { waived: { description: expect.stringContaining('1 to 49 cents') } },
    });
    expect(components.schemas['Receipt']).toMatchObject({ description: expect.stringContaining('(section 2, /receipts)') });
    // Of a local name, of an entry that another schema lends, and of one option of several.
    expect(components.schemas['KeepCard']).toMatchObject({
      properties: { name: { description: expect.stringContaining('Section 5, card update form') } },
    });
    expect(components.schemas['ChargeStatus']).toMatchObject({
      oneOf: expect.arrayContaining([expect.objectContaining({ description: expect.stringContaining('Given up') })]),
    });
    const table = Object.values(endpoints).map(({ method, path: address }) => operationOf(`${method.toLowerCase()} ${address}`));
    expect(table.filter(({ description }) => !/\b[Ss]ections? \d/.test(description)).map(({ operationId }) => operationId)).toEqual([]);
  });

  test('finds an example of each request and each answer', () => {
    const lacking = operations().filter(([route, { requestBody, responses }]) => {
      const asked = Object.values(requestBody?.content ?? {}).find(({ schema }) => schema);
      const media = v.is(Content, responses[200]) ? Object.entries(responses[200].content) : [];
      const answered = media.find(([type]) => type === 'application/json' || isText(type))?.[1];
      return (asked && asked.example === undefined) || (answered && answered.example === undefined && !NO_EXAMPLE.includes(route));
    });
    expect(lacking.map(([route]) => route)).toEqual([]);
  });

  test.each(Object.entries(samples).map(([route]) => route))('can send the example of %s, and is answered it', (route) => {
    const { requestBody, responses, parameters } = operationOf(route);
    const media = [requestBody, responses[200], ...parameters.map((parameter) => ({ content: { parameter } }))];
    for (const one of media) {
      for (const { schema, example } of Object.values((v.is(Content, one) && one.content) || {})) {
        if (schema && example !== undefined) expectValid(schema, example);
      }
    }
  });

  test('finds no error in it, as redocly lint with its recommended rules sees it', async () => {
    const problems = await lintOpenapi(raw);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    // What OpenAPI would rather have: a licence, a server that is not this machine, a 2XX beside a redirect, and a 4XX
    // where nothing is refused.
    const warned = [...new Set(problems.map(({ ruleId }) => ruleId))].toSorted();
    expect(warned).toEqual([
      'info-license',
      // An export still has two keys that whoever read older ones looks for, left blank (`account/export-account.ts`).
      'no-invalid-media-type-examples',
      'no-server-example.com',
      'operation-2xx-response',
      'operation-4xx-response',
    ]);
    expect(problems.filter(({ ruleId }) => ruleId === 'no-invalid-media-type-examples')).toHaveLength(2);
    // It finds what there is to find.
    const broken: unknown = JSON.parse(JSON.stringify(raw).replaceAll('#/components/schemas/Cart"', '#/components/schemas/Nothing"'));
    expect((await lintOpenapi(broken)).map(({ ruleId }) => ruleId)).toContain('no-unresolved-refs');
  });
});

test.each(['/api/openapi.json', '/api/docs'])('%s is made once, and a browser that has it is told so', async (address) => {
  const replica = await shop.replica();
  const first = await shop.browser().get(address);
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, first.headers.get('cache-control'), etag]).toEqual([
    200,
    'public, max-age=300',
    expect.stringMatching(/^"[\w-]{27}"$/),
  ]);
  const text = await first.text();
  const costs = [];
  for (let times = 0; times < 5; times += 1) {
    const before = process.cpuUsage();
    expect(await (await shop.browser().get(address)).text()).toBe(text);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  // In milliseconds of the processor; to make it costs some two hundred.
  expect(Math.min(...costs)).toBeLessThan(50);
  for (const named of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await replica.browser().get(address, { 'If-None-Match': named });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
  }
  await replica.close();
});

test('the readable page names every route, and runs nothing', async () => {
  const response = await shop.browser().get('/api/docs');
  const page = await response.text();
  for (const address of Object.keys(document.paths)) expect(page).toContain(`<code>${address}</code>`);
  expect(page).not.toContain('<script');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

test('each schema has a place of its own on the readable page, and every link leads to one', async () => {
  const page = await (await shop.browser().get('/api/docs')).text();
  const places = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
  const links = new Set(Array.from(page.matchAll(/ href="#([^"]+)"/g), ([, id]) => id));
  for (const name of Object.keys(document.components.schemas)) expect(places).toContain(`schema-${name}`);
  expect([...links].filter((id) => !places.has(id))).toEqual([]);
  expect(links).toContain('schema-Cart');
});

function operationOf(route: string): Operation {
  const [method = '', address = ''] = route.split(' ');
  const operation = document.paths[address]?.[method];
  if (!operation) throw new Error(`the document has no ${route}`);
  return operation;
}

function send({ browser }: Reader, route: string, { path: address, body, headers }: Call): Promise<Response> {
  if (route.startsWith('post ')) return browser.post(address, body, headers);
  if (route.startsWith('delete ')) return browser.send('DELETE', address, undefined, {});
  return route.startsWith('patch ') ? browser.patch(address, body) : browser.get(address);
}

const asksForSession = ({ security }: Operation): boolean =>
  security.length > 0 && security.every((needed) => Object.hasOwn(needed, 'session'));

/** The same call with another captcha: one is good for once. */
async function withCaptcha(call: Call): Promise<Call> {
  if (!call.path.includes('captcha=')) return call;
  return { ...call, path: call.path.replace(/([?&]captcha=)[^&]*/, `$1${await shop.browser().captcha()}`) };
}

function expectRedirect(response: Response, to: string, described: unknown): void {
  expect([302, 303]).toContain(response.status);
  expect(response.headers.get('location')?.startsWith(to), response.headers.get('location') ?? '').toBe(true);
  expect(v.is(Redirect, described)).toBe(true);
}

/** Answers what came, where it is JSON. */
async function expectAnswer(response: Response, status: number, described: unknown): Promise<unknown> {
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const text = isText(type) ? (await response.text()).slice(0, 500) : '';
  const body: unknown = type === 'application/json' ? await response.json() : text || (await response.arrayBuffer()).byteLength;
  expect(response.status, JSON.stringify(body)).toBe(status);
  const answer = v.is(Ref, described) ? document.components.responses[described.$ref.split('/').at(-1) ?? ''] : described;
  if (status === 204) {
    expect([body, v.is(Empty, answer)]).toEqual([0, true]);
    return undefined;
  }
  if (!v.is(Content, answer)) throw new Error(`the document does not name ${status}`);
  expect(Object.keys(answer.content)).toContain(type);
  const { schema } = answer.content[type] ?? {};
  if (type !== 'application/json') return text || undefined;
  if (!schema) throw new Error(`the document does not say what ${status} answers`);
  expectValid(schema, body);
  return body;
}

/**
 * What stands in the document as an example is what the call sends and is answered, with other values: its parts are
 * the same.
 */
function expectExample(route: string, { operationId }: Operation, call: Call, answer: unknown): void {
  const [address = '', query] = call.path.split('?');
  const [, template = ''] = route.split(' ');
  const parts = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')}$`).exec(address)?.groups;
  const asked = [...new URLSearchParams(query)].filter(([name]) => !['captcha', 'list-tag'].includes(name));
  const now: Example = {
    parameters: { ...parts, ...Object.fromEntries(asked) },
    request: call.body,
    ...(!NO_EXAMPLE.includes(route) && { answer: shortened(answer, (text) => text.replace(shop.emulator.url, 'https://js.stripe.com')) }),
  };
  const shown = examples[operationId];
  if (!isRecording) expect(shapeOf(shown), 'npm run examples -w services/commerce-api').toEqual(shapeOf(now));
  else if (JSON.stringify(shapeOf(shown)) !== JSON.stringify(shapeOf(now))) examples[operationId] = now;
}

/** The names of its parts. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return 'a value';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([name, each]) => [name, shapeOf(each)]),
  );
}

/** What stands behind the question mark is in the document, and what is in the path is too. */
function expectParameters({ parameters }: Operation, route: string, address: string): void {
  const names = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  expect(names('path')).toEqual(Array.from(route.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  expect(names('query')).toEqual(expect.arrayContaining([...new URL(address, 'http://x').searchParams.keys()]));
}

/**
 * A schema of the document with those that it refers to, which are read once: to read all of them for each answer was
 * most of what these tests took.
 */
function expectValid(schema: v.InferOutput<typeof Schema>, value: unknown): void {
  if (ajv.getSchema('document') === undefined) ajv.addSchema({ $id: 'document', components: document.components });
  const referring: unknown = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'));
  expect(ajv.validate(v.parse(Schema, referring), value), JSON.stringify(ajv.errors)).toBe(true);
}

const ajv = new Ajv2020({ strict: false });
