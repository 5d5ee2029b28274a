import { expect, test } from 'vitest';
import { testsIn } from './test-calls.ts';

test('tests are found with their titles and tags: plain ones, tables of cases, with any quotes, and no groups', () => {
  const text = [
    "test('plain', () => {})",
    "it('with tags', { tags: ['long', '§1.a.1'], timeout: 9 }, () => {})",
    "test('in a browser', { tag: ['@§2.b.3'] }, async ({ page }) => {})",
    "it.each<Row>([{ name: 'a)' }, f('b')])('typed case', fn)",
    "test.each([[1, 'x']])('case %s', { tags: ['§1.a.2'] }, fn)",
    'for (const name of names) test(`of ${name}`, fn)',
    'for (const [index, name] of names.entries()) test(`row ${name}`, { tag: rowTags(index, "@§2.b.4") }, fn)',
    "test('it\\'s', fn)",
    "test.describe('a group', () => test.describe.configure({ mode: 'serial' }))",
    "describe('another', () => {})",
    'expect(call("test(\'in words\', fn)"))',
  ].join('\n');
  expect(testsIn('a.test.ts', text).map(({ title, tags }) => [title, ...tags])).toEqual([
    ['plain'],
    ['with tags', 'long', '§1.a.1'],
    ['in a browser', '§2.b.3'],
    ['typed case'],
    ['case %s', '§1.a.2'],
    ['of ${name}'],
    ['row ${name}', '§2.b.4'],
    ["it's"],
  ]);
});
