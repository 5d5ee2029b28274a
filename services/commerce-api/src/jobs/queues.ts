import type { PgBoss, Queue } from 'pg-boss';

export const MAIL = 'mail';
export const RECONCILE = 'reconcile';
export const CLEAN_UP = 'clean-up';
export const CALENDAR = 'calendar';
export const CARD_EXPIRY = 'card-expiry';

const QUEUES: (Omit<Queue, 'name'> & { name: string })[] = [
  // About two days: a mail server's night off is not the reader's loss.
  { name: MAIL, retryLimit: 12, retryDelay: 15, retryBackoff: true, retryDelayMax: 6 * 3600, expireInSeconds: 120 },
  // `exclusive`: while one runs or waits, another is not needed. The next round is the retry.
  { name: RECONCILE, policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  { name: CLEAN_UP, policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  // Ends itself before that.
  { name: CALENDAR, policy: 'exclusive', retryLimit: 0, expireInSeconds: 3600 },
  { name: CARD_EXPIRY, policy: 'exclusive', retryLimit: 3, retryDelay: 600, expireInSeconds: 3600 },
];

export const QUEUE_NAMES = QUEUES.map(({ name }) => name);

export async function createQueues(boss: PgBoss): Promise<void> {
  for (const { name, ...options } of QUEUES) await boss.createQueue(name, options);
}
