import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type CallExpression, type Expression, type ObjectExpression, parseSync, Visitor } from 'oxc-parser';
import { root } from './root.ts';

/**
 * One test as its file has it. `title` has the placeholders of a table of cases; `tags` are Vitest's, or Playwright's
 * without their @.
 */
export type TestCall = { file: string; title: string; tags: string[] };

/** All tests of the repository, by the order of their files; `but`: the folder of those that do not count. */
export const allTests = ({ but }: { but?: string } = {}): TestCall[] =>
  globSync(['{packages,apps,services,tools}/**/*.{test,e2e}.{ts,tsx}'], {
    cwd: root,
    exclude: (name) => /node_modules|dist|generated/.test(name),
  })
    .filter((file) => but === undefined || !file.startsWith(but))
    .sort()
    .flatMap((file) => testsIn(file, readFileSync(path.join(root, file), 'utf8')));

/**
 * The tests in one file's text: `test('…', …)`, `it(…)`, `test.slow(…)`, and after a table of cases,
 * `test.each([…])('…', …)`. Groups are none.
 */
export function testsIn(file: string, text: string): TestCall[] {
  const tests: TestCall[] = [];
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call, text);
      if (title !== null) tests.push({ file, title, tags: tagsOf(call) });
    },
  }).visit(parseSync(file, text).program);
  return tests;
}

function titleOf({ callee, arguments: [title] }: CallExpression, text: string): string | null {
  if (!isTest(callee)) return null;
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  return title?.type === 'TemplateLiteral' ? text.slice(title.start + 1, title.end - 1) : null;
}

/** `test`, `it`, one of their properties that is no group, and what a table of cases answers. */
function isTest(callee: Expression): boolean {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it';
  if (callee.type === 'CallExpression') return isTest(callee.callee);
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name !== 'describe' &&
    isTest(callee.object)
  );
}

function tagsOf({ arguments: [, options] }: CallExpression): string[] {
  if (options?.type !== 'ObjectExpression') return [];
  return propertiesOf(options)
    .filter(({ name }) => name === 'tags' || name === 'tag')
    .flatMap(({ value }) => tagsIn(value))
    .flatMap((tag) => (tag?.type === 'Literal' && typeof tag.value === 'string' ? [tag.value.replace(/^@/, '')] : []));
}

/** Of one tag, of a list, and of `rowTags(index, …)`, whose first argument is no tag. */
const tagsIn = (value: Expression) => {
  if (value.type === 'ArrayExpression') return value.elements;
  return value.type === 'CallExpression' ? value.arguments : [value];
};

const propertiesOf = ({ properties }: ObjectExpression): { name: string; value: Expression }[] =>
  properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier' ? [{ name: property.key.name, value: property.value }] : [],
  );
