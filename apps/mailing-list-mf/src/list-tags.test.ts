import { expect, test, vi } from 'vitest';
import { listTags, sayUnknown } from './list-tags.ts';

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

test('a list that the publication has not is told in the console, with those that it has; where they are not known, nothing is', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  sayUnknown(['newsletter', 'leter'], ['newsletter', 'letter']);
  sayUnknown(['weekly']);
  sayUnknown([], ['newsletter']);
  expect(warn.mock.calls).toEqual([['[newsstand] no list "leter", but newsletter, letter']]);
  warn.mockRestore();
});
