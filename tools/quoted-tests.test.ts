import { expect, test } from 'vitest';
import { missingTitles, quotedRows } from './quoted-tests.ts';

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
