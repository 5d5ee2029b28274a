import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hashOf } from '../../platform/secrets.ts';
import { hashInSlices, inSlices } from './in-slices.ts';

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

test('a text has the same hash in slices as at once, also where a slice would end within a character', async () => {
  for (const text of ['', 'Ana', 'x'.repeat(256 * 1024 - 1) + '😀'.repeat(300_000), '😀é'.repeat(200_000)]) {
    expect(await hashInSlices(text)).toBe(hashOf(text));
  }
});
