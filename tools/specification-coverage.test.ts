import { expect, test } from 'vitest';
import { missingTitles, quotedRows, readRows, titlesIn } from './specification-coverage.ts';

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

test('a test that the page of the login’s rules quotes and nobody wrote is reported, and so is a rule without one', () => {
  const page = `## V6
| requirement | what it asks | how, and the test |
| --- | --- | --- |
| 6.1.2 | no words of the context | the reader's own name: 'the password %s is refused', 'nobody’s test' (http) |
| 6.4.2 | no hints | there are none |

| rule | test |
| --- | --- |
| codes work once | 'a code works once' |
| tokens are hashed | soon |
`;
  const rows = quotedRows(page);
  expect(rows.map(({ title }) => title)).toEqual(['the password %s is refused', 'nobody’s test', 'a code works once', '']);
  expect(missingTitles(rows, ['the password %s is refused', 'a code works once, whoever sends it'])).toEqual([
    { section: '6.1.2', statement: 'no words of the context', title: 'nobody’s test' },
    { section: '', statement: 'tokens are hashed', title: '' },
  ]);
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
