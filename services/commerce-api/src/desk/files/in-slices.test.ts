import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { paceBeside } from '../../platform/pace.ts';
import { hashOf } from '../../platform/secrets.ts';
import { hashInSlices, inSlices, jsonInSlices } from './in-slices.ts';

const pace = paceBeside({ isServing: () => false });

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
  const made = await inSlices(rows, pace, (slice) => {
    sizes.push(slice.length);
    return slice.map((row) => row * 2);
  });
  expect(served).toBeGreaterThanOrEqual(sizes.length - 1);
  reading.isOver = true;
  await reader;
  expect(made).toEqual(rows.map((row) => row * 2));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(50);
  expect(await inSlices([], pace, (slice) => slice)).toEqual([]);
});

const TEXTS = ['', 'Ana', 'x'.repeat(64 * 1024 - 1) + '😀'.repeat(100_000), '😀é"\n\\'.repeat(60_000)];

test('a text has the same hash in slices as at once, also where a slice would end within a character', async () => {
  for (const text of TEXTS) expect(await hashInSlices(text, pace)).toBe(hashOf(text));
});

test('a file is the same JSON in slices as at once, none of them large', async () => {
  for (const csv of TEXTS) {
    const file = { name: 'readers.csv', rows: 3, csv };
    const slices: Uint8Array[] = [];
    for await (const slice of jsonInSlices(file, pace)) slices.push(slice);
    expect(Buffer.concat(slices).toString()).toBe(JSON.stringify(file));
    expect(Math.max(...slices.map((slice) => slice.length))).toBeLessThan(300 * 1024);
  }
});
