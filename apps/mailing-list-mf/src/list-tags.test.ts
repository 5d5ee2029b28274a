import { expect, test } from 'vitest';
import { listTags } from './list-tags.ts';

test.each([
  [undefined, '', []],
  ['weekly', '', ['weekly']],
  ['  weekly  events ', '', ['weekly', 'events']],
  [undefined, '?list-tag=a&list-tag=b&other=c', ['a', 'b']],
  // What can be no list's name would have each reader refused.
  ['Letter news,weekly häfen events', '?list-tag=-&list-tag=' + 'a'.repeat(41), ['letter', 'events']],
  ['weekly', '?list-tag=events&list-tag=weekly&list-tag=', ['weekly', 'events']],
])('data-list-tag %j on a page with %j is for %j', (option, search, tags) => {
  expect(listTags(option, search)).toEqual(tags);
});
