import { expect, test } from 'vitest';
import { paceBeside, Served } from './pace.ts';

/** Work whose slices take what is said, and the rests behind them. */
function working({ isServing, late = 0 }: { isServing: () => boolean; late?: number }) {
  let at = 0;
  const rests: number[] = [];
  const pace = paceBeside({
    isServing,
    now: () => at,
    rest: async (ms) => {
      rests.push(ms);
      // A busy machine's timers are late.
      at += ms + late;
    },
  });
  const slice = async (took: number, allowed: number) => {
    at += took;
    await pace(allowed);
  };
  return { slice, rests, at: () => at };
}

test('while readers are served a slice is followed by a rest of four times its length', async () => {
  const { slice, rests } = working({ isServing: () => true });
  await slice(10, 1000);
  await slice(3, 1000);
  expect(rests).toEqual([40, 12]);
});

test('nobody rests where no reader is served', async () => {
  const readers = { are: false };
  const { slice, rests } = working({ isServing: () => readers.are });
  await slice(10, 1000);
  expect(rests).toEqual([]);
  readers.are = true;
  await slice(10, 1000);
  readers.are = false;
  await slice(10, 1000);
  expect(rests).toEqual([40]);
});

test('the whole takes no longer than it may, whatever single slices take, as long as the work itself does not', async () => {
  const { slice, rests, at } = working({ isServing: () => true });
  // A thousandth takes 60 ms in the middle, and may take 270; one in fifty takes a second.
  for (let n = 0; n < 1000; n += 1) await slice(n % 50 === 0 ? 1000 : 60, 270);
  expect(at()).toBeLessThanOrEqual(270_000);
  expect(Math.max(...rests)).toBe(210);
});

test('rests that end late are made up for by those behind them', async () => {
  const { slice, at } = working({ isServing: () => true, late: 15 });
  for (let n = 0; n < 1000; n += 1) await slice(60, 270);
  expect(at()).toBeLessThanOrEqual(270_000 + 15);
});

test('work that is slower than it may be does not rest at all', async () => {
  const { slice, rests, at } = working({ isServing: () => true });
  for (let n = 0; n < 10; n += 1) await slice(300, 270);
  expect([rests, at()]).toEqual([[], 3000]);
});

test('a reader is there for a second after they were answered, and a thread that shares the memory knows it', () => {
  const served = new Served();
  const thread = new Served(served.memory);
  expect(thread.isLately()).toBe(false);
  served.note(1_000_000);
  expect([thread.isLately(1_000_999), thread.isLately(1_001_000)]).toEqual([true, false]);
});
