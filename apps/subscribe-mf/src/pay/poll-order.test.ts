import type { CheckoutStatus } from '@newsstand/contracts/checkout';
import { expect, test } from 'vitest';
import { pollOrder } from './poll-order.ts';

const polled = async (answers: (CheckoutStatus | null)[]) => {
  const waited: number[] = [];
  const resets: boolean[] = [];
  let asked = 0;
  const end = await pollOrder({
    ask: async (reset) => {
      resets.push(reset);
      return answers[Math.min(asked++, answers.length - 1)] ?? null;
    },
    wait: async (ms) => void waited.push(ms),
  });
  return { end, asked, waited, resets };
};

test('the page asks once a second until the order is completed', async () => {
  const { end, waited, resets } = await polled([
    { status: 'in-progress' },
    { status: 'in-progress' },
    { status: 'completed', receipt: 'r1' },
  ]);
  expect(end).toEqual({ type: 'completed', receipt: 'r1' });
  expect(waited).toEqual([1000, 1000]);
  expect(resets).toEqual([true, false, false]);
});

test('after 100 polls it has timed out', async () => {
  const { end, asked } = await polled([{ status: 'in-progress' }]);
  expect([end.type, asked]).toEqual(['timed-out', 100]);
});

test('a bank that is still at it, a bank that says no, and a request that fails are told apart', async () => {
  expect((await polled([{ status: 'processing', invoice: 'i1' }])).end).toEqual({ type: 'processing', invoice: 'i1' });
  expect((await polled([{ status: 'in-progress', failure: 'No.' }])).end).toEqual({ type: 'refused', message: 'No.' });
  expect((await polled([null])).end).toEqual({ type: 'unexpected' });
});
