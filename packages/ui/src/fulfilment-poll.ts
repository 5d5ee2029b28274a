import { type CheckoutStatus, MAX_POLLS, POLL_INTERVAL_MS } from '@newsstand/contracts/checkout';

export type PollEnd =
  | { type: 'completed'; receipt: string }
  | { type: 'processing'; invoice: string }
  | { type: 'payment-failed'; message: string }
  | { type: 'timed-out' }
  | { type: 'unexpected' };

/**
 * `ask` gives null when its request failed; `reset` forgets an earlier failure of the same intent. `wait` rejects when
 * the page has gone.
 */
type Poll = { ask(reset: boolean): Promise<CheckoutStatus | null>; wait(milliseconds: number): Promise<void> };

/**
 * The fulfilment poll of section 4: once a second, at most 100 times. With `fresh`, the first question clears an
 * earlier failure of the same intent, so that it is not taken for a new one.
 */
export const pollOrder = async ({ ask, wait }: Poll, { fresh = true } = {}): Promise<PollEnd> => {
  const end = await pollUntil({ ask: async (first) => endOf(await ask(fresh && first)), wait }, ({ type }) => type !== 'timed-out');
  return end ?? { type: 'timed-out' };
};

/** What an answer would mean if none came after it. */
const endOf = (answer: CheckoutStatus | null): PollEnd => {
  if (answer === null) return { type: 'unexpected' };
  if (answer.status === 'completed') return { type: 'completed', receipt: answer.receipt };
  if (answer.status === 'processing') return { type: 'processing', invoice: answer.invoice };
  return answer.failure === undefined ? { type: 'timed-out' } : { type: 'payment-failed', message: answer.failure };
};

/**
 * Asks once a second, at most 100 times (section 9), until an answer is the end; answers what was heard last. `wait`
 * rejects when the page has gone.
 */
export const pollUntil = async <Answer>(
  { ask, wait }: { ask(first: boolean): Promise<Answer | null>; wait(milliseconds: number): Promise<void> },
  isEnd: (answer: Answer) => boolean,
): Promise<Answer | null> => {
  let last: Answer | null = null;
  for (let asked = 0; asked < MAX_POLLS; asked += 1) {
    if (asked > 0) await wait(POLL_INTERVAL_MS);
    const answer = await ask(asked === 0);
    last = answer ?? last;
    if (last !== null && isEnd(last)) break;
  }
  return last;
};

/** Waits; rejects as soon as `signal` says that the page has gone. */
export const waitFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
