import { expect, test } from 'vitest';
import { withinJobTime } from './within-job-time.ts';

const later = () => new Promise((done) => setTimeout(done, 5));

test('five are worked on beside each other, and those that fail keep no other waiting', async () => {
  const done: number[] = [];
  let most = 0;
  let now = 0;
  const failures = await withinJobTime([...Array(20).keys()], async (item) => {
    most = Math.max(most, ++now);
    await later();
    now--;
    if (item % 4 === 0) throw new Error(`item ${item}`);
    done.push(item);
  });
  expect(most).toBe(5);
  expect(done).toHaveLength(15);
  expect(failures.map(String).toSorted()).toEqual([0, 12, 16, 4, 8].map((item) => `Error: item ${item}`));
});

test('what is not begun when the time of a round is over is left to the next', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await new Promise((done) => setTimeout(done, 60));
  };
  expect(await withinJobTime([1, 2, 3, 4, 5], work, { beside: 2, lasts: 50 })).toEqual([]);
  expect(begun).toEqual([1, 2]);
});
