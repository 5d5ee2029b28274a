// What a request is made of when somebody looks for what the service cannot take.
import { randomBytes } from 'node:crypto';
import { endpoints, type Endpoint } from '@newsstand/contracts/endpoints';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { ownEndpoints } from '../src/api/own-endpoints.ts';

/** A body as it is sent, with its media type. */
export type Sent = { type: string; text: string };

const WIRE = { typeMode: 'input', errorMode: 'ignore' } as const;

/** A number that JSON can say and JavaScript cannot hold; `JSON.stringify` has no word for it. */
const HUGE = '__1e400__';
/** What only text can say: a depth that `JSON.stringify` cannot walk. */
const ABYSS = '__abyss__';
const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
const nested = (levels: number) => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels)) as unknown;

const TEXTS = [
  '\ud800',
  'a\udc00b',
  '\0',
  'Ada\0',
  '',
  ' ',
  'x'.repeat(300),
  'x'.repeat(6_000),
  // PostgreSQL makes the other small, and then an index takes it.
  randomBytes(3_000).toString('hex'),
  '🚢'.repeat(20_000),
  '__proto__',
  'constructor',
  '%',
  '%ff',
  "';--",
  '\\ud800',
  '\u202e\u0301',
  '-1',
  '1e400',
  '9'.repeat(400),
  '2026-99-99T99:99:99Z',
  '00000000-0000-0000-0000-000000000000',
  '../../../etc/passwd',
];
const OTHERS = [
  null,
  true,
  -1,
  -0,
  0.5,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  HUGE,
  ABYSS,
  [],
  {},
  ['\ud800'],
  { '\ud800': '\ud800' },
  JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1},"toString":1,"then":1}') as unknown,
  Array.from({ length: 3_000 }, () => ({})),
  deep(30),
  deep(900),
  nested(900),
];

const text = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...OTHERS) },
  { weight: 1, arbitrary: fc.jsonValue({ noUnicodeString: false }) },
);

/** What found most, or would have: each of it is put in each place once, whatever chance brings. */
const TELLING = ['\ud800', 'Ada\0', randomBytes(3_000).toString('hex'), HUGE, ABYSS];

/** Bodies near `good`, each with something telling in one of its places. */
export function tellingBodies(good: unknown): Sent[] {
  return TELLING.flatMap((put) => placesOf(good).map((place) => asJson(withAt(good, place, put))));
}

/**
 * A body near `good`: something else in one, two or three of its places, of those that the schema knows, or of all of
 * it.
 */
export function hostileBody(endpoint: Endpoint | undefined, good: unknown): fc.Arbitrary<Sent> {
  const places = [...placesOf(good), ...(endpoint?.body ? placesOfSchema(toJsonSchema(endpoint.body, WIRE)) : [])];
  const changed = fc
    .array(fc.tuple(fc.constantFrom<string[]>([], ...places), value), { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((body, [place, put]) => withAt(body, place, put), good));
  return fc.oneof(
    { weight: 8, arbitrary: changed.map(asJson) },
    { weight: 2, arbitrary: changed.map(asForm) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('', '{', '"', 'null', '\ufeff{}', '['.repeat(100_000), '{"a":'.repeat(40_000), '\0')
        .map((sent) => ({ type: 'application/json', text: sent })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('', 'text/plain', 'application/json; charset=utf-16', 'multipart/form-data; boundary=x', 'x'), text)
        .map(([type, sent]) => ({ type, text: sent })),
    },
  );
}

/** An address near `good`: something else in one of its parts or of its query. */
export function hostileAddress(endpoint: Endpoint | undefined, good: string): fc.Arbitrary<string> {
  const [path = '', query = ''] = good.split('?');
  const parts = path.split('/');
  const names = [...new Set([...new URLSearchParams(query).keys(), ...Object.keys(endpoint?.query ?? {}), 'token', 'v'])];
  const coded = fc.oneof(
    text.map(inAddress),
    fc.constantFrom('%00', '%', '%ff', '%ED%A0%80', '..', '%2e%2e', '%2f', ';', 'x'.repeat(5_000), '+', '%0d%0a'),
  );
  const part = fc
    .tuple(fc.integer({ min: 2, max: Math.max(2, parts.length - 1) }), coded)
    .map(([at, put]) => `${parts.with(Math.min(at, parts.length - 1), put).join('/')}?${query}`);
  const ask = fc.array(fc.tuple(fc.constantFrom(...names), coded), { minLength: 1, maxLength: 4 }).map((asked) => {
    const kept = new URLSearchParams(query);
    for (const [name] of asked) kept.delete(name);
    return `${path}?${[kept.toString(), ...asked.map(([name, put]) => `${name}=${put}`)].join('&')}`;
  });
  return fc.oneof(part, ask);
}

/** What a browser never sends, and a program may. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'Cookie',
    'User-Agent',
    'X-Forwarded-For',
    'Accept',
    'Accept-Language',
    'If-None-Match',
    'Range',
    'If-Range',
    'Referer',
    'stripe-signature',
    'Authorization',
  ),
  fc.oneof(
    fc.constantFrom(
      'sid=x',
      `sid=${'a'.repeat(43)}; did=${'b'.repeat(43)}; oauth=${'c'.repeat(43)}`,
      'sid=%ff',
      'bytes=0-0',
      'bytes=99999999999999999999-',
      '::1',
      '1.2.3.4, fe80::1%eth0, 999.1.1.1',
      't=1,v1=x',
      '*',
      '"x"',
      'x'.repeat(6_000),
    ),
    fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) }).map((header) => header.trim()),
  ),
  { maxKeys: 3 },
);

const table: Endpoint[] = [...Object.values(endpoints), ...Object.values(ownEndpoints)];
export const endpointOf = (route: string): Endpoint | undefined =>
  table.find(({ method, path }) => `${method.toLowerCase()} ${path}` === route);

function inAddress(raw: string): string {
  // What is no text has no spelling in an address: these are the bytes that a program would send.
  return raw.isWellFormed() ? encodeURIComponent(raw) : '%ED%A0%80';
}

function asJson(body: unknown): Sent {
  return {
    type: 'application/json',
    text: (JSON.stringify(body) ?? '').replaceAll(`"${HUGE}"`, '1e400').replaceAll(`"${ABYSS}"`, '['.repeat(50_000) + ']'.repeat(50_000)),
  };
}

function asForm(body: unknown): Sent {
  const fields = new URLSearchParams();
  const put = (name: string, inner: unknown, level: number): void => {
    if (typeof inner !== 'object' || inner === null || level > 6) return fields.append(name, String(inner));
    for (const [key, each] of Object.entries(inner).slice(0, 300)) put(name === '' ? key : `${name}[${key}]`, each, level + 1);
  };
  put('', body, 0);
  return { type: 'application/x-www-form-urlencoded', text: fields.toString() };
}

/** Every place in a value, as the names that lead there. */
function placesOf(within: unknown): string[][] {
  if (typeof within !== 'object' || within === null) return [];
  return Object.entries(within).flatMap(([name, inner]) => [[name], ...placesOf(inner).map((place) => [name, ...place])]);
}

const Shape = v.object({
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  items: v.optional(v.unknown()),
  anyOf: v.optional(v.array(v.unknown()), []),
  oneOf: v.optional(v.array(v.unknown()), []),
});

function placesOfSchema(schema: unknown, levels = 5): string[][] {
  if (levels === 0 || typeof schema !== 'object' || schema === null) return [];
  const { properties, items, anyOf, oneOf } = v.parse(Shape, schema);
  const named = [...Object.entries(properties), ...(items === undefined ? [] : [['0', items] as const])];
  return [
    ...named.flatMap(([name, inner]) => [[name], ...placesOfSchema(inner, levels - 1).map((place) => [name, ...place])]),
    ...[...anyOf, ...oneOf].flatMap((option) => placesOfSchema(option, levels - 1)),
  ];
}

function withAt(body: unknown, [name, ...rest]: string[], put: unknown): unknown {
  if (name === undefined) return put;
  if (Array.isArray(body)) return [withAt(body[0], rest, put), ...body.slice(1)];
  const fields = typeof body === 'object' && body !== null ? body : {};
  return { ...fields, [name]: withAt(Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined, rest, put) };
}
