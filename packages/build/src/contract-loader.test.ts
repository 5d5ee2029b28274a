import { expect, test } from 'vitest';
import contractLoader from './contract-loader.ts';

test('a browser gets of an endpoint what it calls and reads, and nothing that only the service needs', () => {
  const lean = contractLoader(`
    export const endpoints = {
      save: {
        method: 'POST',
        path: '/api/things/{token}',
        summary: "Keep the reader's things, { all } of them",
        params: { token },
        query: { version, tag: v.optional(v.union([upTo(100), v.array(upTo(100))])) },
        body: v.variant('type', [One, Other], 'Must be one.'),
        answer: v.object({ body: v.string() }),
        refusal: Refusal,
        begins_session: true,
        refuses: [401, 409],
        media: ['application/pdf'],
        answers: [200, 206],
        raw: ['text/plain'],
        leads_on: true,
        security: [['session'], ['receipt', 'signature']],
      },
      read: { method: 'GET', path: '/api/things', summary: 'Read them', answer: Things, refusal: Refusal, refuses: [404] },
    } as const satisfies Record<string, Endpoint>;`);
  expect(lean.replaceAll(/\s+/g, ' ').trim()).toBe(
    `export const endpoints = { save: { method: 'POST', path: '/api/things/{token}', answer: v.object({ body: v.string() }), refusal: Refusal, begins_session: true, }, read: { method: 'GET', path: '/api/things', answer: Things, refusal: Refusal, }, } as const satisfies Record<string, Endpoint>;`,
  );
});

test('types are read as they are in a file without JSX', () => {
  const lean = contractLoader(
    `import * as v from 'valibot';\nconst list = <T>(one: T) => [one];\nexport const A = v.object({ a: list(1) });`,
  );
  expect(lean.split('\n')[2]).toBe(`export const A = /*#__PURE__*/ (() => /*#__PURE__*/ v.object({ a: list(1) }))();`);
});

test('what cannot be read is told of', () => {
  expect(() => contractLoader(`import * as v from 'valibot';\nconst a = <T`)).toThrow();
});

test('what is no endpoint stays as it is', () => {
  const other = `const notice = { summary: 'Two of them', body: 'Three', query: { a: 1 } };`;
  expect(contractLoader(other)).toBe(other);
});

test('a call that is made of another can be left out where nobody makes it', () => {
  const lean = contractLoader(`import * as v from 'valibot';\nexport const a = { ...call, answer: A } as const satisfies Endpoint;`);
  expect(lean.split('\n')[1]).toBe(`export const a = /*#__PURE__*/ (() => ({ ...call, answer: A } as const satisfies Endpoint))();`);
});

test('a schema that nobody uses can be left out, whatever it is made of, and what looks at data cannot', () => {
  const lean = contractLoader(
    `import * as v from 'valibot';\nexport const A = v.object({ ...B.entries, c: byZone(v.string()) });\nexport const a = v.parse(A, data);`,
  );
  expect(lean.split('\n').slice(1)).toEqual([
    `export const A = /*#__PURE__*/ (() => /*#__PURE__*/ v.object({ ...B.entries, c: byZone(/*#__PURE__*/ v.string()) }))();`,
    `export const a = v.parse(A, data);`,
  ]);
});
