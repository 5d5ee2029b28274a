// @module-tag ci
import { deskEndpoints, type DeskEndpoint } from '@newsstand/contracts/desk-endpoints';
import { DESK_VERBS } from '@newsstand/contracts/desk-roles';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { createDeskTestApp, type DeskApp } from '../../../test/desk.ts';
import { lintOpenapi } from '../../../test/lint-openapi.ts';
import { ownDeskEndpoints } from '../own-endpoints.ts';

const Schema = v.record(v.string(), v.unknown());
const Ref = v.object({ $ref: v.string() });
const Media = v.object({ schema: v.optional(Schema), example: v.optional(v.unknown()) });
const Json = v.object({ content: v.object({ 'application/json': v.object({ schema: Schema, example: v.optional(v.unknown()) }) }) });
const File = v.object({ content: v.union([v.object({ 'text/html': v.object({}) }), v.object({ 'application/pdf': v.object({}) })]) });
const Operation = v.object({
  operationId: v.string(),
  description: v.string(),
  security: v.array(v.record(v.string(), v.array(v.string()))),
  parameters: v.array(v.object({ name: v.string(), in: v.string(), schema: Schema, example: v.optional(v.unknown()) })),
  requestBody: v.optional(v.object({ content: v.record(v.string(), Media) })),
  responses: v.objectWithRest({ '5XX': Ref }, v.union([Ref, Json, File])),
  'x-verb': v.string(),
  'x-roles': v.optional(v.array(v.string())),
  'x-proof': v.optional(v.boolean()),
});
type Operation = v.InferOutput<typeof Operation>;
const Document = v.object({
  openapi: v.literal('3.1.0'),
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.object({ schemas: v.record(v.string(), Schema), responses: v.record(v.string(), Json) }),
});

let service: DeskApp;
let ann: Browser;
let raw: unknown;
let document: v.InferOutput<typeof Document>;
beforeAll(async () => {
  service = await createDeskTestApp();
  ann = await service.as('publisher');
  raw = await (await ann.get('/api/desk/openapi.json')).json();
  document = v.parse(Document, raw);
});
afterAll(() => service.close());

const CALLS: [string, DeskEndpoint][] = Object.entries({ ...deskEndpoints, ...ownDeskEndpoints });
const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));
const operationOf = ({ method, path }: DeskEndpoint): Operation => {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`the document has no ${method} ${path}`);
  return operation;
};

test('every call of the desk is in its document, by the name that it has in its table, and nothing else is', () => {
  expect(operations()).toHaveLength(CALLS.length);
  for (const [name, endpoint] of CALLS) expect(operationOf(endpoint).operationId).toBe(name);
});

test('says of each call who may make it, whether they show their passkey, and that a session lets them in', () => {
  for (const [, endpoint] of CALLS) {
    const { verb } = endpoint;
    const { description, security, ...operation } = operationOf(endpoint);
    expect(operation['x-verb']).toBe(verb);
    expect(security).toEqual(verb === 'anybody' ? [] : [{ desk: [] }]);
    expect([operation.responses['401'] !== undefined, operation.responses['403'] !== undefined]).toEqual([
      verb !== 'anybody' || endpoint.refuses?.includes(401) === true,
      true,
    ]);
    if (verb === 'anybody' || verb === 'staff') continue;
    expect([operation['x-roles'], operation['x-proof']]).toEqual([DESK_VERBS[verb].roles, DESK_VERBS[verb].proof]);
    expect(description).toContain(DESK_VERBS[verb].roles.join(', '));
  }
});

test('a body is published as it is taken, and each refusal refers to one that says that a passkey may be wanted', () => {
  for (const [, endpoint] of CALLS) {
    const { requestBody, responses } = operationOf(endpoint);
    expect(Object.keys(requestBody?.content ?? {})).toEqual(endpoint.raw ?? (endpoint.body ? ['application/json'] : []));
    const refused = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
    for (const [, answer] of refused) expect(v.is(Ref, answer) && answer.$ref).toMatch(/^#\/components\/responses\/DeskRefusal/);
  }
  expect(document.components.schemas['DeskRefusal']).toMatchObject({ properties: { require: { const: 'step-up' } } });
});

test('what is answered is as the document says, as is what it refuses', async () => {
  const expectAnswer = (answer: unknown, body: unknown) => {
    const found = v.is(Ref, answer) ? document.components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer;
    expect(problemOf(v.parse(Json, found).content['application/json'].schema, body)).toBe(null);
  };
  const reads = CALLS.filter(([, { method, path, media, query = {} }]) => {
    const isAsked = Object.values(query).some(({ type }) => type !== 'optional');
    return method === 'GET' && media === undefined && !path.includes('{') && !isAsked;
  });
  expect(reads.length).toBeGreaterThan(15);
  for (const [name, endpoint] of reads) {
    const { responses } = operationOf(endpoint);
    const answered = await ann.get(endpoint.path);
    expect([name, answered.status]).toEqual([name, 200]);
    expectAnswer(responses['200'], await answered.json());
    if (endpoint.verb === 'anybody') continue;
    expectAnswer(responses['401'], await (await service.atDesk().get(endpoint.path)).json());
  }
});

describe('whoever makes a client of the document', () => {
  /** The document is no example of itself. */
  const NO_EXAMPLE = ['deskOpenapi', 'deskDocs'];

  test('finds an example of each request and of each answer', () => {
    const without = CALLS.filter(([name, endpoint]) => {
      const { requestBody, responses } = operationOf(endpoint);
      const asked = requestBody?.content['application/json'];
      const { 200: answer } = responses;
      const isAnswered = endpoint.media !== undefined || (v.is(Json, answer) && answer.content['application/json'].example !== undefined);
      return !NO_EXAMPLE.includes(name) && ((asked && asked.example === undefined) || !isAnswered);
    });
    expect(
      without.map(([name]) => name),
      'npm run examples:desk -w services/commerce-api',
    ).toEqual([]);
  });

  test.each(CALLS.filter(([name]) => !NO_EXAMPLE.includes(name)))('can send the example of %s, and is answered it', (_, endpoint) => {
    const { parameters, requestBody, responses } = operationOf(endpoint);
    const { 200: answer } = responses;
    const shown = [
      ...parameters,
      ...Object.values(requestBody?.content ?? {}),
      ...(v.is(Json, answer) ? Object.values(answer.content) : []),
    ];
    const wrong = shown.map(({ schema, example }) => (schema && example !== undefined ? problemOf(schema, example) : null));
    expect(wrong.filter((problem) => problem !== null)).toEqual([]);
  });

  test('reads it on a page that names every call, leads to each schema, and runs nothing', async () => {
    const answered = await ann.get('/api/desk/docs');
    expect(answered.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(answered.headers.get('cache-control')).toBe('no-store');
    const page = await answered.text();
    for (const [, { path }] of CALLS) expect(page).toContain(`<code>${path}</code>`);
    expect(page).toContain('<a href="/api/desk/openapi.json">');
    expect(page).not.toContain('<script');
    const places = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    const links = Array.from(page.matchAll(/ href="#([^"]+)"/g), ([, id]) => id);
    expect(links.filter((id) => !places.has(id))).toEqual([]);
    expect((await service.atDesk().get('/api/desk/docs')).status).toBe(401);
  });
});

test('is made once', async () => {
  const text = JSON.stringify(raw);
  const costs = [];
  for (let times = 0; times < 5; times += 1) {
    const before = process.cpuUsage();
    expect(await (await ann.get('/api/desk/openapi.json')).text()).toBe(text);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  expect(Math.min(...costs)).toBeLessThan(50);
});

test('has no error, as redocly lint with its recommended rules sees it', async () => {
  const problems = await lintOpenapi(raw);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  // What OpenAPI would rather have: a licence, a server that is not this machine, and no id where a word may stand:
  // none of ours is one.
  expect([...new Set(problems.map(({ ruleId }) => ruleId))].toSorted()).toEqual([
    'info-license',
    'no-ambiguous-paths',
    'no-server-example.com',
  ]);
});

/** What is wrong with a value by a schema of the document; null where nothing is. */
function problemOf(schema: v.InferOutput<typeof Schema>, value: unknown): string | null {
  if (ajv.getSchema('document') === undefined) ajv.addSchema({ $id: 'document', components: document.components });
  const referring: unknown = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/'));
  return ajv.validate(v.parse(Schema, referring), value) ? null : JSON.stringify(ajv.errors);
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
