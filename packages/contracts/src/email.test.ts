import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { Email } from './email.ts';
import { endpoints, type Endpoint } from './endpoints.ts';
import { oauthRedirects } from './oauth.ts';

it.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  ['  ada@example.org ', 'ada@example.org'],
  ['ada＠example.org', 'ada@example.org'],
  ["o'neill+list@mail.example.co.uk", "o'neill+list@mail.example.co.uk"],
  ['a..b@docomo.example', 'a..b@docomo.example'],
  ['a.b.@docomo.example', 'a.b.@docomo.example'],
  ['jürgen@müller.example', 'jürgen@müller.example'],
  ['ada@xn--mller-kva.xn--p1ai', 'ada@xn--mller-kva.xn--p1ai'],
  ['म्बि@उदाहरण.भारत', 'म्बि@उदाहरण.भारत'],
])('the address %j is %s', (typed, kept) => {
  expect(v.parse(Email, typed)).toBe(kept);
});

it.each([
  '',
  'ada',
  'ada@example',
  'a@b.example,c',
  'a@b.example;c@d.example',
  'a@b.example\r\nBcc: c@d.example',
  'ada@b@c.example',
  '<script>@x.org',
  '"a b"@x.org',
  'a(b)@x.org',
  'a\u202E@x.org',
  'a\u200B@x.org',
  'a\u0000@x.org',
  'a@-x.org',
  'a@x-.org',
  'a@x..org',
  'a@.x.org',
  'a@x.org.',
  'a@x_y.org',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  `${'a'.repeat(65)}@x.org`,
  `${'a.'.repeat(32)}a@x.org`,
  `a@${'x'.repeat(64)}.org`,
  `a@${'x.'.repeat(130)}org`,
])('%j is no address', (typed) => {
  expect(v.is(Email, typed)).toBe(false);
});

it(
  'an address that is kept is one line that nothing hides in, and stays as it is when it is read again',
  { tags: ['ci'], timeout: 60_000 },
  () => {
    const part = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
    const ascii = fc.string({ minLength: 1, maxLength: 12 });
    const typed = fc
      .tuple(fc.oneof(part, ascii), fc.oneof(part, ascii), fc.constantFrom('org', 'İo', 'ﬁ', 'a1'))
      .map(([local, domain, top]) => `${local}@${domain}.${top}`);
    fc.assert(
      fc.property(typed, (text) => {
        const { success, output } = v.safeParse(Email, text);
        if (!success) return;
        expect(output).not.toMatch(/[\s<>()[\]",;:\\\p{C}]/u);
        expect(output.split('@')).toHaveLength(2);
        expect(v.parse(Email, output)).toBe(output);
      }),
      { numRuns: 5_000 },
    );
  },
);

it('is told of at once, however long it is', () => {
  const began = performance.now();
  for (const text of [`${'a'.repeat(100_000)}@`, `${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}`, `a@${'a.'.repeat(50_000)}`])
    expect(v.is(Email, text)).toBe(false);
  expect(performance.now() - began).toBeLessThan(1000);
});

/** Every field of a schema, wherever in it, by its path. */
function fieldsOf(schema: v.GenericSchema, path: string): [string, v.GenericSchema][] {
  const inner = (key: string) => fieldsOf(part(schema, key), path);
  switch (schema.type) {
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return Object.entries(v.parse(Entries, part(schema, 'entries'))).flatMap(([key, entry]): [string, v.GenericSchema][] => [
        [`${path}.${key}`, entry],
        ...fieldsOf(entry, `${path}.${key}`),
      ]);
    case 'array':
      return inner('item');
    case 'record':
      return inner('value');
    case 'optional':
    case 'nullable':
    case 'nullish':
      return inner('wrapped');
    case 'union':
    case 'variant':
      return v.parse(v.array(Schema), part(schema, 'options')).flatMap((option) => fieldsOf(option, path));
    default:
      return [];
  }
}

const Schema = v.custom<v.GenericSchema>((value) => v.is(v.looseObject({ kind: v.literal('schema') }), value));
const Entries = v.record(v.string(), Schema);

function part(schema: v.GenericSchema, key: string): v.GenericSchema {
  return v.parse(v.looseObject({ [key]: v.any() }), schema)[key];
}

/** The schema itself, where it may be left out or be nothing. */
function bare(schema: v.GenericSchema): v.GenericSchema {
  return ['optional', 'nullable', 'nullish'].includes(schema.type) ? bare(part(schema, 'wrapped')) : schema;
}

it('every field in which a request names an email follows this one rule', () => {
  const calls: Record<string, Pick<Endpoint, 'summary' | 'body' | 'params' | 'query'>> = { ...endpoints, ...oauthRedirects };
  const asked = Object.entries(calls).flatMap(([name, { body, params = {}, query = {} }]) => [
    ...(body ? fieldsOf(body, name) : []),
    ...fieldsOf(v.object({ ...params, ...query }), name),
  ]);
  const emails = asked.filter(([path]) => /mail/i.test(path.slice(path.lastIndexOf('.'))));
  expect(emails.map(([path]) => path)).toEqual(
    expect.arrayContaining(['checkout.email', 'listSignup.email', 'redeem.form.email', 'login.email']),
  );
  expect(emails.filter(([, schema]) => bare(schema) !== Email).map(([path]) => path)).toEqual([]);
});
