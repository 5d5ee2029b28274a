import { expect, test } from 'vitest';
import { readsInPeace } from './popup-delay.ts';

test.each([
  [undefined, 20_000],
  ['0', 0],
  ['2.5', 2500],
  ['99999', 99_999_000],
  // None of these has the popup open at once.
  ['', 20_000],
  ['soon', 20_000],
  ['-5', 20_000],
  ['20s', 20_000],
  ['1e9', 20_000],
  ['9999999', 20_000],
])('data-after %j leaves a reader in peace for %d ms', (after, ms) => {
  expect(readsInPeace(after)).toBe(ms);
});
