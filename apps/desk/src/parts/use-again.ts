import { useEffect, useEffectEvent } from 'react';

/** A moment after it began what is under way may be done; what takes long is asked about once a minute. */
const [SOON, SELDOM] = [3000, 60_000];

/** How long to wait before it is asked about what has been under way for so long: the longer, the more seldom. */
export const pauseAfter = (age: number): number => Math.min(Math.max(age / 4, SOON), SELDOM);

/**
 * Asks again for what a page shows while something on it is under way, begun at the moments `since`, and as long as the
 * page is looked at; never where nothing is.
 */
export function useAgain(since: readonly string[], ask: () => Promise<unknown>): void {
  const asks = useEffectEvent(ask);
  const newest = since.length === 0 ? null : Math.max(...since.map((at) => Date.parse(at)));
  useEffect(() => {
    if (newest === null) return;
    const wait = () =>
      setTimeout(
        () => {
          if (document.visibilityState === 'visible') void asks();
          timer = wait();
        },
        pauseAfter(Date.now() - newest),
      );
    let timer = wait();
    return () => clearTimeout(timer);
  }, [newest]);
}
