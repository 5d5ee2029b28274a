import { setImmediate, setTimeout } from 'node:timers/promises';
import { SECOND } from './duration.ts';

/** So long after a reader was answered others are thought to be there. */
const PRESENT = SECOND;

/** When this process last answered a reader. Threads of the process are given its `memory`, and know it, too. */
export class Served {
  readonly memory: SharedArrayBuffer;
  readonly #last: BigInt64Array;

  constructor(memory = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#last = new BigInt64Array(memory);
  }

  note(now = Date.now()): void {
    Atomics.store(this.#last, 0, BigInt(now));
  }

  isLately(now = Date.now()): boolean {
    return now - Number(Atomics.load(this.#last, 0)) < PRESENT;
  }
}

/**
 * Work rests four times as long as it took: so it is under way a fifth of the time at most, and of a hundred readers
 * the eighty who come while it rests wait for nothing of it. What 95 of a hundred wait is no more than what three
 * quarters of those wait who meet it.
 */
const REST = 4;

/** Called after each slice of some work, with how many milliseconds that may take with its rest. */
export type Pace = (allowed: number) => Promise<void>;

type Beside = { isServing: () => boolean; now?: () => number; rest?: (ms: number) => Promise<unknown> };

/**
 * The pace of work beside readers: while they are served, each slice is followed by a rest, but none that would make
 * the whole take longer than it is allowed; a slice that took longer than that, or whose rest ended late, is made up
 * for by the rests of those behind it. While nobody is there it goes on at once.
 */
export function paceBeside({ isServing, now = () => performance.now(), rest = setTimeout }: Beside): Pace {
  let begun = now();
  let behind = 0;
  return async (allowed) => {
    const worked = now() - begun;
    const spare = allowed - worked - behind;
    behind = Math.max(0, -spare);
    const resting = isServing() ? Math.min(worked * REST, spare) : 0;
    // Whoever else waits for this thread has their turn in any case.
    const rested = now();
    await (resting > 0 ? rest(resting) : setImmediate());
    begun = now();
    behind += Math.max(0, begun - rested - Math.max(0, resting));
  };
}

/** The pace of what is done beside the readers whom this process serves. */
export const besideReaders = (served: Served): Pace => paceBeside({ isServing: () => served.isLately() });
