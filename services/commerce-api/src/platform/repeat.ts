import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from './running.ts';

/**
 * Does `work` now and again `pause` milliseconds after it ended, until it is stopped; `stop` waits for the round that
 * is under way.
 */
export function repeat(work: () => Promise<unknown>, pause: number, onError: (error: unknown) => void): Running {
  const stopping = new AbortController();
  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      await work().catch(onError);
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined); // woken to stop
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return rounds;
    },
  };
}
