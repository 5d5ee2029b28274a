import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './root.ts';

/** Where the source of a term is written and read. A picture has a source as well. */
const OWN = ['ledger/terms/source-parts.ts', 'rules/subscriptions/term-source.ts', 'publication/check-pictures.ts'].map(
  (file) => `services/commerce-api/src/${file}`,
);

/** How a program or a statement compares a source with words of its own, cuts it, or puts one together. */
const TAKEN_APART = [
  /\bsource\s*(?:=|<>|~\*?|like|in)\s*\(?'/,
  /\b(?:split_part|substr|substring|regexp_\w+|starts_with|position|left|right)\(\s*(?:\w+\.)?source\b/,
  /\bsource(?:\?)?\.(?:startsWith|endsWith|split|match|slice|substring|replace|indexOf|includes)\(/,
  /\.(?:exec|test)\((?:\w+\.)?source\)/,
  /\bsource(?::|\s*===?|\s*=)\s*['`](?:order|renewal|gift|posted-|comp|import|left)/,
];
const places = (file: string, text: string): string[] =>
  text.split('\n').flatMap((line, at) => (TAKEN_APART.some((way) => way.test(line)) ? [`${file}:${at + 1}`] : []));

test('what gave a term is written and taken apart in one place, and the desk is told it', () => {
  const files = globSync('{apps/desk,packages/contracts,services/commerce-api}/src/**/*.{ts,tsx}', { cwd: root });
  const others = files.filter((file) => !/\.(?:test|e2e)\.tsx?$/.test(file) && !OWN.includes(file));
  expect(others.length).toBeGreaterThan(300);
  expect(others.flatMap((file) => places(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

test.for([
  ['a statement that compares one', `where s.source like 'gift:%'`],
  ['a statement that cuts one', `select split_part(s.source, ':', 2)::uuid`],
  ['a page that cuts one', `term.source.split(':').slice(2)`],
  ['a page that looks for its number', `/^order:(.+)$/.exec(term.source)`],
  ['a verb that puts one together', 'source: `comp:${action}`'],
] as const)('%s would be found', ([, line]) => expect(places('planted.ts', line)).toEqual(['planted.ts:1']));
