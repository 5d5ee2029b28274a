import type { PgBoss, Queue } from 'pg-boss';
import { HOOKS } from './hooks/relay-hooks.ts';

export const MAIL = 'mail';
export const RECONCILE = 'reconcile';
export const CANCEL_INTENTS = 'cancel-intents';
export const REFUNDS = 'refunds';
export const RELEASES = 'releases';
export const HOLDS = 'holds';
export const CLEAN_UP = 'clean-up';
/** Under the name that its queue has had from the beginning: it is stored, with its schedule. */
export const RENEWALS = 'calendar';
export const CARD_EXPIRY = 'card-expiry';
export const BOOKS = 'books';

/**
 * A replica says this often (twice in it) that it lives; the job of one that was killed, or is frozen, is over then,
 * and with it what `exclusive` keeps from the others.
 */
const HEARTBEAT = 60;

const QUEUES: (Omit<Queue, 'name'> & { name: string })[] = [
  // About two days (`TRIED_FOR`; doubled from 15 to 30 s until six hours, five times more): a mail server's weekend off
  // is not the reader's loss. What a replica held that ended is another's well before a code that was mailed ends:
  // after the last letter is begun (`BEGUN_WITHIN`), and one that hangs given up.
  { name: MAIL, retryLimit: 17, retryDelay: 15, retryBackoff: true, retryDelayMax: 6 * 3600, expireInSeconds: 120 },
  // The same for a publisher's own systems.
  { name: HOOKS, retryLimit: 17, retryDelay: 15, retryBackoff: true, retryDelayMax: 6 * 3600, expireInSeconds: 120 },
  // `exclusive`: while one runs or waits, another is not needed. The next round is the retry.
  { name: RECONCILE, policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  { name: CANCEL_INTENTS, policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  { name: REFUNDS, policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  { name: RELEASES, policy: 'exclusive', retryLimit: 0, expireInSeconds: 3600 },
  { name: HOLDS, policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  { name: BOOKS, policy: 'exclusive', retryLimit: 3, retryDelay: 600, expireInSeconds: 600 },
  { name: CLEAN_UP, policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  // Ends itself before that.
  { name: RENEWALS, policy: 'exclusive', retryLimit: 0, expireInSeconds: 3600 },
  { name: CARD_EXPIRY, policy: 'exclusive', retryLimit: 3, retryDelay: 600, expireInSeconds: 3600 },
];

export const QUEUE_NAMES = QUEUES.map(({ name }) => name);

export async function createQueues(boss: PgBoss): Promise<void> {
  for (const { name, policy, ...options } of QUEUES) {
    const lives = { ...options, heartbeatSeconds: HEARTBEAT };
    await boss.createQueue(name, { ...lives, ...(policy && { policy }) });
    // One that an earlier build made has what that build said.
    await boss.updateQueue(name, lives);
  }
}
