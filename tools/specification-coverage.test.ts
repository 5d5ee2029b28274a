import { expect, test } from 'vitest';
import { missingTitles, readRows, titlesIn } from './specification-coverage.ts';

const table = `# Coverage
| section | statement | test |
| --- | --- | --- |
| 2 | the counter counts items | the counter shows what is in the cart |
| 5 | a\\|b | no such test |
`;

test('a row that names no existing test is reported', () => {
  const rows = readRows(table);
  expect(rows).toHaveLength(2);
  expect(missingTitles(rows, ['the counter shows what is in the cart'])).toEqual([
    { section: '5', statement: 'a|b', title: 'no such test' },
  ]);
});

test('a row without a title is reported', () => {
  expect(missingTitles([{ section: '1', statement: 'x', title: '' }], ['anything'])).toHaveLength(1);
});

test('titles are found in plain tests, tables of cases and with any quotes', () => {
  const text = [
    "test('plain', () => {})",
    'it("double", fn)',
    "it.each<Row>([{ name: 'a)' }, f('b')])('typed case', fn)",
    "test.each([[1, 'x']])('case %s', fn)",
    'test(`back`, fn)',
    "test('it\\'s', fn)",
  ].join('\n');
  expect(titlesIn(text)).toEqual(['plain', 'double', 'typed case', 'case %s', 'back', "it's"]);
});
