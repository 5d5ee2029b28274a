import { expect, test } from 'vitest';
import { wording } from '../publication/texts/letter-texts.ts';
import { listNames } from './list-names.ts';

const lists = { news: 'The news', events: 'Events' };

test.each([
  [['news'], 'The news'],
  [['news', 'events'], 'The news and Events'],
  [['newsletter'], 'The newsletter'],
  [['news', 'made-up'], 'The news and another list'],
  [['made-up'], null],
  // What every object has is no name of a list.
  [['constructor', '__proto__', 'toString'], null],
  [['news', 'constructor'], 'The news and another list'],
])('a sign-up for %j is said to be for %s', (tags, message) => {
  expect(listNames(tags, lists, wording({}))).toBe(message);
});
