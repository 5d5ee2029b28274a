import type { CheckoutStatus } from '@newsstand/contracts/checkout';
import { expect, test } from 'vitest';
import { pollUpgrade } from './poll-upgrade.ts';

const at = (answers: (CheckoutStatus | null)[]) => {
  let asked = 0;
  const waits: number[] = [];
  const ended = pollUpgrade(
    async () => answers[Math.min(asked++, answers.length - 1)] ?? null,
    async (milliseconds) => void waits.push(milliseconds),
  );
  return { ended, waits };
};

test('the page asks once a second until the upgrade is paid', async () => {
  const { ended, waits } = at([{ status: 'in-progress' }, { status: 'in-progress' }, { status: 'completed', receipt: 'rcpt_1' }]);
  expect(await ended).toEqual({ type: 'completed', receipt: 'rcpt_1' });
  expect(waits).toEqual([1000, 1000]);
});

test('after 100 questions it gives up, and says so', async () => {
  const { ended, waits } = at([{ status: 'in-progress' }]);
  expect(await ended).toEqual({ type: 'timed-out' });
  expect(waits).toHaveLength(99);
});

test.each([
  [null, { type: 'unexpected' }],
  [
    { status: 'processing', invoice: 'inv_1' },
    { type: 'processing', invoice: 'inv_1' },
  ],
  [
    { status: 'in-progress', failure: 'Declined.' },
    { type: 'payment-failed', message: 'Declined.' },
  ],
] as const)('the answer %j ends the questions', async (answer, end) => {
  expect(await at([answer]).ended).toEqual(end);
});
