import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Reader, type Shop } from '../checkout/test-shop.ts';
import { ITEM, NOWHERE, samples, type Call } from './route-samples.ts';

const Schema = v.record(v.string(), v.unknown());
const Content = v.object({ content: v.object({ 'application/json': v.object({ schema: Schema }) }) });
const Redirect = v.object({ description: v.string(), headers: v.object({ Location: v.object({ schema: Schema }) }) });
const Operation = v.object({
  summary: v.string(),
  parameters: v.array(v.object({ name: v.string(), in: v.picklist(['path', 'query', 'header']), required: v.boolean(), schema: Schema })),
  requestBody: v.optional(v.object({ content: v.record(v.string(), v.object({ schema: Schema })) })),
  responses: v.union([
    v.objectWithRest({ 200: Content, '5XX': Content }, v.union([Content, Redirect])),
    v.objectWithRest({ 302: Redirect, '5XX': Content }, v.union([Content, Redirect])),
  ]),
});
type Operation = v.InferOutput<typeof Operation>;
const Document = v.object({ openapi: v.literal('3.1.0'), paths: v.record(v.string(), v.record(v.string(), Operation)) });

let shop: Shop;
let document: v.InferOutput<typeof Document>;
beforeAll(async () => {
  shop = await openShop({ env: { OPENID_STAND_IN: NOWHERE } });
  document = v.parse(Document, await (await shop.browser().get('/api/openapi.json')).json());
});
afterAll(() => shop.close());

test('a form that logs out without a script is led on to a page, as the document says', async () => {
  const answered = await shop.browser().post('/logout?path=/issue/12', {}, { Accept: 'text/html' });
  expect([answered.status, answered.headers.get('location')]).toEqual([303, expect.stringContaining('/issue/12')]);
  expect(v.is(Redirect, operationOf('post /logout').responses[303])).toBe(true);
});

test('every route of the document is tried here', () => {
  const routes = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(routes.toSorted()).toEqual(Object.keys(samples).toSorted());
});

/** What is for machines and pictures, and the document itself. */
const UNDOCUMENTED = [
  'get /api/metrics',
  'post /api/webhooks/bounces',
  'get /api/gifts/{token}/qr.svg',
  'get /api/invoice/{invoice}/pdf',
  'get /api/art/{path}',
  'get /api/openapi.json',
  'get /api/docs',
];

test('every route of the service is in the document', () => {
  const served = shop.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)(\{.*?\})?(?=\/|$)/g, '{$1}')}`);
  const known = [...Object.keys(samples), ...UNDOCUMENTED];
  expect([...new Set(served)].filter((route) => !known.includes(route))).toEqual([]);
});

test.each(Object.entries(samples))('%s answers as the document says', async (route, { good, to, bad }) => {
  const operation = operationOf(route);
  const reader = shop.reader();
  await reader.browser.post('/api/cart', ITEM);
  const call = await good(reader, shop);
  const answered = await send(reader, route, call);
  if (to === undefined) await expectAnswer(answered, 200, operation.responses[200]);
  else expectRedirect(answered, to, operation.responses[302]);
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) expectValid(schema, call.body);
  expectParameters(operation, route, call.path);
  if (bad) await expectAnswer(await send(shop.reader(), route, bad), bad.status, operation.responses[bad.status]);
});

test.each([
  ['post /api/cart', [400, 403, 404, 409, 413, 415, 422]],
  ['post /api/cart/checkout', [400, 402, 403, 409, 413, 415, 422, 429]],
  ['get /api/cart', []],
  ['get /api/receipts/{token}', [404]],
  ['post /api/webhooks/stripe', [400, 403, 413]],
])('%s names the statuses that it refuses with: %j', (route, statuses) => {
  const named = Object.keys(operationOf(route).responses).filter((status) => status.startsWith('4'));
  expect(named).toEqual(statuses.map(String));
});

test('a body is published for JSON and for forms alike', () => {
  // What is signed as text comes in one form.
  const ours = Object.entries(document.paths).filter(([path]) => !path.startsWith('/api/webhooks/'));
  const bodies = ours.flatMap(([, methods]) => Object.values(methods).flatMap(({ requestBody }) => requestBody ?? []));
  expect(bodies.length).toBeGreaterThan(3);
  for (const { content } of bodies) expect(Object.keys(content)).toEqual(['application/json', 'application/x-www-form-urlencoded']);
});

test('the readable page names every route, and runs nothing', async () => {
  const response = await shop.browser().get('/api/docs');
  const page = await response.text();
  for (const path of Object.keys(document.paths)) expect(page).toContain(`<code>${path}</code>`);
  expect(page).not.toContain('<script');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

function operationOf(route: string): Operation {
  const [method = '', path = ''] = route.split(' ');
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`the document has no ${route}`);
  return operation;
}

function send({ browser }: Reader, route: string, { path, body, headers }: Call): Promise<Response> {
  if (route.startsWith('post ')) return browser.post(path, body, headers);
  if (route.startsWith('delete ')) return browser.send('DELETE', path, undefined, {});
  return route.startsWith('patch ') ? browser.patch(path, body) : browser.get(path);
}

function expectRedirect(response: Response, to: string, described: unknown): void {
  expect(response.status).toBe(302);
  expect(response.headers.get('location')?.startsWith(to), response.headers.get('location') ?? '').toBe(true);
  expect(v.is(Redirect, described)).toBe(true);
}

async function expectAnswer(response: Response, status: number, described: unknown): Promise<void> {
  const isFile = response.headers.has('content-disposition') && !response.headers.get('content-type')?.startsWith('application/json');
  const body: unknown = isFile ? (await response.arrayBuffer()).byteLength : await response.json();
  expect(response.status, JSON.stringify(body)).toBe(status);
  if (!v.is(Content, described)) throw new Error(`the document does not name ${status}`);
  expectValid(described.content['application/json'].schema, body);
}

/** What stands behind the question mark is in the document, and what is in the path is too. */
function expectParameters({ parameters }: Operation, route: string, path: string): void {
  const names = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  expect(names('path')).toEqual(Array.from(route.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  expect(names('query')).toEqual(expect.arrayContaining([...new URL(path, 'http://x').searchParams.keys()]));
}

function expectValid(schema: v.InferOutput<typeof Schema>, value: unknown): void {
  const ajv = new Ajv2020({ strict: false });
  expect(ajv.validate(schema, value), JSON.stringify(ajv.errors)).toBe(true);
}
