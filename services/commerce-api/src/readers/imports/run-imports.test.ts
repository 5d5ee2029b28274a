import { expect, test } from 'vitest';
import { restAfter } from './run-imports.ts';

test('an import takes a fifth longer on a quiet machine, and gives way where its batches are slow', () => {
  expect(restAfter(20, 20)).toBe(4);
  expect(restAfter(30, 20)).toBe(6);
  expect(restAfter(100, 20)).toBe(20 + 60);
  expect(restAfter(10_000, 20)).toBe(2_000);
});
