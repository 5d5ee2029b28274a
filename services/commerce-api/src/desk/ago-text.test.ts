import { expect, test } from 'vitest';
import { agoText } from './ago-text.ts';

const NOW = new Date('2026-11-27T12:00:00Z');

test.each([
  ['2026-11-27T12:00:05Z', 'a moment ago'],
  ['2026-11-27T11:59:10Z', 'a moment ago'],
  ['2026-11-27T11:58:30Z', 'a minute ago'],
  ['2026-11-27T11:01:00Z', '59 minutes ago'],
  ['2026-11-27T10:30:00Z', 'an hour ago'],
  ['2026-11-26T12:30:00Z', '23 hours ago'],
  ['2026-11-26T11:00:00Z', 'on 11.26.2026'],
])('of what was done at %s it is said that it was %s', (at, says) => {
  expect(agoText(new Date(at), NOW).inWords({})).toBe(says);
});
