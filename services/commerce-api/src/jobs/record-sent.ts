import { setTimeout as sleep } from 'node:timers/promises';
import { noteSent, type DoneWith } from '../letters/note-delivery.ts';
import { SECOND } from '../platform/duration.ts';
import type { Deps } from '../publication/deps.ts';

/**
 * So many letters are written down together, or what has come after so many milliseconds: they would be sent again if
 * this process ended first.
 */
const TOGETHER = 5;
const SOON = 50;
/** With so many that are not written down yet, no further letter is begun. */
const UNWRITTEN = 2 * TOGETHER;
/** A database that is being started again costs nobody a second copy. */
const TRIES = 10;

/**
 * Writes down which letters are done with, several by one statement: the mail server took them, or they are not to be
 * sent any more.
 */
export function openSentNotes(deps: Pick<Deps, 'db' | 'clock'>) {
  let waiting: DoneWith[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let unwritten = 0;
  const failures: unknown[] = [];
  const write = () => {
    clearTimeout(timer);
    const notes = waiting;
    waiting = [];
    if (notes.length === 0) return;
    writing = writing
      .then(() => persist(deps, notes))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => (unwritten -= notes.length));
  };
  return {
    add: async (done: DoneWith): Promise<void> => {
      unwritten += 1;
      if (waiting.push(done) === 1) timer = setTimeout(write, SOON);
      if (waiting.length >= TOGETHER) write();
      if (unwritten >= UNWRITTEN) await writing;
    },
    /** Throws where something could not be written down. */
    written: async (): Promise<void> => {
      write();
      await writing;
      if (failures.length > 0) throw new AggregateError(failures, 'letters that were sent could not be written down');
    },
  };
}

async function persist(deps: Pick<Deps, 'db' | 'clock'>, notes: readonly DoneWith[]): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await noteSent(deps, notes);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
    await sleep(SECOND);
  }
}
