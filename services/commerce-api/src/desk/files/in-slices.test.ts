import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inSlices } from './in-slices.ts';

test('every row is made once, in its order, and a reader is served between two slices', async () => {
  const rows = Array.from({ length: 1_001 }, (_, row) => row);
  const sizes: number[] = [];
  let served = 0;
  const reading = { isOver: false };
  const reader = (async () => {
    while (!reading.isOver) {
      await setImmediate();
      served += 1;
    }
  })();
  const made = await inSlices(rows, (slice) => {
    sizes.push(slice.length);
    return slice.map((row) => row * 2);
  });
  expect(served).toBeGreaterThanOrEqual(sizes.length - 1);
  reading.isOver = true;
  await reader;
  expect(made).toEqual(rows.map((row) => row * 2));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
  expect(await inSlices([], (slice) => slice)).toEqual([]);
});
