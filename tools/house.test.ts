import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';
import { fileGraph, houseProblems, knotsOf, longFunctions, missing, outline, reachOf, wideComments } from './house.ts';

test('no file or folder of the service is reached by one that it reaches, and the pages say what is', { tags: ['ci'] }, () => {
  expect(houseProblems()).toBe(null);
});

const graph = new Map([
  ['shop', new Set(['cart', 'db'])],
  ['cart', new Set(['db', 'price'])],
  ['price', new Set(['cart'])],
  ['db', new Set<string>()],
]);

test('what is reached, and what reaches each other, is found across several arrows', () => {
  expect([...reachOf(graph, 'shop')].toSorted()).toEqual(['cart', 'db', 'price', 'shop']);
  expect(knotsOf(graph)).toEqual([['cart', 'price']]);
});

test('what is fetched later, by the name that it has once it is built, is an arrow, too', () => {
  expect(fileGraph(root, 'apps/shell').get('platform/platform.ts')).toContain('platform/override.ts');
});

test('an arrow that another way says already is left out', () => {
  const straight = new Map([...graph, ['price', new Set(['db'])]]);
  expect(outline(straight)).toEqual(['shop --> cart', 'cart --> price', 'price --> db']);
});

test.each([
  ['apps/cart-mf/README.md', '`src/cart.ts`, `line.tsx`', []],
  ['apps/cart-mf/README.md', 'another’s `src/store.tsx`', ['src/store.tsx']],
  ['apps/cart-mf/README.md', '`price.ts`, which all may import, and `gone.ts`', ['gone.ts']],
  ['docs/domain.md', '`contracts/kinds.json`, `contracts/gone.json`, `package.json`', ['contracts/gone.json']],
  ['docs/house.md', '`../apps/store-mf/src/store.tsx`, `store.tsx`, `stored.tsx`', ['stored.tsx']],
])('of the files that %s names in “%s” those that are not there are found', (page, text, expected) => {
  const sources = [
    'apps/cart-mf/src/cart.ts',
    'apps/cart-mf/src/line.tsx',
    'apps/store-mf/src/store.tsx',
    'packages/contracts/src/price.ts',
    'packages/contracts/kinds.json',
  ];
  expect(missing(page, text, sources)).toEqual(expected);
});

test('no remote gives an element an id that another one of its kind on the page would have, too', () => {
  const files = globSync(['apps/*-mf/src/**/*.tsx', 'packages/ui/src/**/*.tsx'], {
    cwd: root,
    exclude: ['**/stand-alone/**'],
  });
  expect(files.length).toBeGreaterThan(100);
  // `useId` is there for that: two builders stand in one page.
  expect(files.filter((file) => /\sid="/.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test('a comment wider than 120 is told by its line, but for an address', () => {
  const long = 'word '.repeat(30);
  const text = [`// ${long}`, `  * ${long}`, `const a = '${long}';`, `// https://example.org ${long}`, '// short'].join('\n');
  expect(wideComments(text)).toEqual([1, 2]);
  expect(wideComments([`/// ${long}`, `# ${long}`, '/* short', `   ${long}`, '*/', `  content: '${long}';`].join('\n'))).toEqual([1, 2, 4]);
});

test('a function of more than 80 lines is told by its line, however it is written', () => {
  const body = (lines: number) => '\n  step();'.repeat(lines - 2);
  const text = [
    `async function pay() {${body(80)}\n}`,
    `async function refund() {${body(81)}\n}`,
    `const settle = () => {${body(81)}\n};`,
  ].join('\n');
  expect(longFunctions('pay.ts', text)).toEqual([
    { lines: 81, at: 81 },
    { lines: 81, at: 162 },
  ]);
});
