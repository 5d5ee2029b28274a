import type { CheckoutStatus } from '@newsstand/contracts/checkout';

const SECOND = 1000;
/** Section 9: how often and how many times the page asks how far its order is. */
export const POLL_INTERVAL = SECOND;
export const POLL_LIMIT = 100;

export type PollEnd =
  | { type: 'completed'; receipt: string }
  | { type: 'processing'; invoice: string }
  | { type: 'payment-failed'; message: string }
  | { type: 'timed-out' }
  | { type: 'unexpected' };

type Ask = (reset: boolean) => Promise<CheckoutStatus | null>;

/**
 * The fulfilment poll of section 4: once a second, at most 100 times. `ask` gives null when its request failed.
 * With `fresh`, the first question clears an earlier failure of the same intent, so that it is not taken for a new one.
 */
export const pollOrder = async (ask: Ask, wait: (milliseconds: number) => Promise<void>, { fresh = true } = {}): Promise<PollEnd> => {
  for (let asked = 0; asked < POLL_LIMIT; asked += 1) {
    if (asked > 0) await wait(POLL_INTERVAL);
    const answer = await ask(fresh && asked === 0);
    if (answer === null) return { type: 'unexpected' };
    if (answer.status === 'completed') return { type: 'completed', receipt: answer.receipt };
    if (answer.status === 'processing') return { type: 'processing', invoice: answer.invoice };
    if (answer.failure !== undefined) return { type: 'payment-failed', message: answer.failure };
  }
  return { type: 'timed-out' };
};
