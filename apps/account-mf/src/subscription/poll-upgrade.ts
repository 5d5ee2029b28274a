import { MAX_POLLS, POLL_INTERVAL_MS, type CheckoutStatus } from '@newsstand/contracts/checkout';

export type PollEnd =
  | { type: 'completed'; receipt: string }
  | { type: 'processing'; invoice: string }
  | { type: 'payment-failed'; message: string }
  | { type: 'timed-out' }
  | { type: 'unexpected' };

/** The fulfilment poll of section 4: once a second, at most 100 times. `ask` gives null when its request failed. */
export const pollUpgrade = async (
  ask: (isFirst: boolean) => Promise<CheckoutStatus | null>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<PollEnd> => {
  for (let asked = 0; asked < MAX_POLLS; asked += 1) {
    if (asked > 0) await wait(POLL_INTERVAL_MS);
    const answer = await ask(asked === 0);
    if (answer === null) return { type: 'unexpected' };
    if (answer.status === 'completed') return { type: 'completed', receipt: answer.receipt };
    if (answer.status === 'processing') return { type: 'processing', invoice: answer.invoice };
    if (answer.failure !== undefined) return { type: 'payment-failed', message: answer.failure };
  }
  return { type: 'timed-out' };
};
