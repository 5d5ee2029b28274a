import { MINUTE } from './duration.ts';

/**
 * Ends, whatever the provider does, before a job's time is over (`queues.ts`): the provider is asked for a minute at
 * most for each.
 */
const ROUND = { beside: 5, lasts: 4 * MINUTE };

/**
 * A job's round over what waits for the provider, five beside each other. One item's trouble keeps no other waiting,
 * nor does a provider that hangs at some; what is not begun within four minutes is the next round's. Answers what
 * failed.
 */
export async function withinJobTime<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { beside, lasts } = ROUND,
): Promise<unknown[]> {
  const end = performance.now() + lasts;
  const queue = [...items];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined && performance.now() < end; item = queue.shift())
      await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: beside }, worker));
  return failures;
}
