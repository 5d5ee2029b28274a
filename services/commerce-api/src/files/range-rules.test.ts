import { expect, test } from 'vitest';
import { askedFor, type Asked } from './range-rules.ts';

const file = { size: 100, etag: '"now"' };
const part = (first: number, last: number): Asked => ({ type: 'part', range: { first, last } });
const WHOLE: Asked = { type: 'whole' };
const NONE: Asked = { type: 'unsatisfiable' };

test.each<[string | undefined, string | undefined, Asked]>([
  [undefined, undefined, WHOLE],
  ['bytes=0-9', undefined, part(0, 9)],
  ['bytes=90-', undefined, part(90, 99)],
  ['bytes=90-500', undefined, part(90, 99)],
  ['bytes=-10', undefined, part(90, 99)],
  ['bytes=-500', undefined, part(0, 99)],
  ['bytes=0-0', undefined, part(0, 0)],
  ['bytes=99-99', undefined, part(99, 99)],
  ['bytes=100-', undefined, NONE],
  ['bytes=100-200', undefined, NONE],
  ['bytes=-0', undefined, NONE],
  ['bytes=9-3', undefined, WHOLE],
  ['bytes=-', undefined, WHOLE],
  ['bytes=0-9,20-29', undefined, WHOLE],
  ['pages=1-2', undefined, WHOLE],
  ['bytes=a-b', undefined, WHOLE],
  ['bytes=50-', '"now"', part(50, 99)],
  ['bytes=50-', '"before"', WHOLE],
  ['bytes=50-', 'W/"now"', WHOLE],
  ['bytes=50-', 'Sat, 21 Nov 2026 10:00:00 GMT', WHOLE],
])('the range %j of what was begun as %j is %j', (range, ifRange, asked) => {
  expect(askedFor(range, ifRange, file)).toEqual(asked);
});
