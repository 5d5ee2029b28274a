import { expect, test } from 'vitest';
import { restAfter } from './run-imports.ts';

test('an import takes a quarter longer on a quiet machine, and gives way where its batches are slow', () => {
  expect(restAfter(20, 20)).toBe(5);
  expect(restAfter(30, 20)).toBe(7.5);
  expect(restAfter(100, 20)).toBe(25 + 70);
  expect(restAfter(10_000, 20)).toBe(2_000);
});
