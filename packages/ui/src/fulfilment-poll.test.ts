import { type CheckoutStatus, MAX_POLLS } from '@newsstand/contracts/checkout';
import { checkoutStatuses } from '@newsstand/contracts/fixtures/checkout';
import { describe, expect, it } from 'vitest';
import { pollOrder } from './fulfilment-poll.ts';

/** Answers one after the other, the last one for ever; counts the questions and adds up the waiting. */
const order = (...answers: (CheckoutStatus | null)[]) => {
  const seen: { resets: boolean[]; waited: number } = { resets: [], waited: 0 };
  const ask = async (reset: boolean) => {
    seen.resets.push(reset);
    return answers[Math.min(seen.resets.length, answers.length) - 1] ?? null;
  };
  const wait = async (milliseconds: number) => {
    seen.waited += milliseconds;
  };
  return { seen, ask, wait };
};

describe('pollOrder', () => {
  it.each([
    ['a completed order leads to its receipt', checkoutStatuses.completed, { type: 'completed', receipt: 'rcpt_fixture0001' }],
    ['an order whose bank takes days leads to its invoice', checkoutStatuses.processing, { type: 'processing', invoice: 'EXC-0042' }],
    ['a payment that failed says why', checkoutStatuses.failed, { type: 'payment-failed', message: 'Your card was declined.' }],
    ['a failed request ends the poll', null, { type: 'unexpected' }],
  ])('%s', async (_, answer, end) => {
    const { ask, wait } = order(checkoutStatuses.inProgress, answer);
    expect(await pollOrder({ ask, wait })).toEqual(end);
  });

  it('asks once a second, and stops after 100 times', { tags: ['§4.checkout.4', '§9.poll.1'] }, async () => {
    const { seen, ask, wait } = order(checkoutStatuses.inProgress);
    expect(await pollOrder({ ask, wait })).toEqual({ type: 'timed-out' });
    expect(seen.resets).toHaveLength(MAX_POLLS);
    expect(seen.waited).toBe((MAX_POLLS - 1) * 1000);
  });

  it('begins to count anew after a request that failed', { tags: ['§4.checkout.9'] }, async () => {
    const { inProgress } = checkoutStatuses;
    const { seen, ask, wait } = order(...Array.from({ length: 60 }, () => inProgress), null, inProgress);
    expect(await pollOrder({ ask, wait })).toEqual({ type: 'unexpected' });
    expect(seen.resets).toHaveLength(61);
    expect(await pollOrder({ ask, wait }, { fresh: false })).toEqual({ type: 'timed-out' });
    expect(seen.resets).toHaveLength(61 + MAX_POLLS);
  });

  it('asks at once, without waiting', async () => {
    const { seen, ask, wait } = order(checkoutStatuses.completed);
    await pollOrder({ ask, wait });
    expect(seen.waited).toBe(0);
  });

  it('clears an earlier failure with its first question only', async () => {
    const { seen, ask, wait } = order(checkoutStatuses.inProgress, checkoutStatuses.inProgress, checkoutStatuses.completed);
    await pollOrder({ ask, wait });
    expect(seen.resets).toEqual([true, false, false]);
  });

  it('keeps an earlier failure when the reader comes back to it', async () => {
    const { seen, ask, wait } = order(checkoutStatuses.failed);
    await pollOrder({ ask, wait }, { fresh: false });
    expect(seen.resets).toEqual([false]);
  });
});
