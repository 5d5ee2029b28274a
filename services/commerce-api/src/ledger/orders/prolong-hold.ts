import { HOUR, MINUTE } from '../../platform/duration.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * An order that holds goods is cancelled after so long without any activity in its payment, and after so long in all:
 * others may have them then.
 */
export const HOLD = 10 * MINUTE;
export const HOLD_MOST = HOUR;
/** Written at most so often. */
const NOTED = MINUTE;

/** Notes that somebody is at paying for a started order: they pressed the button again. */
export async function prolongHold({ db, clock }: Pick<Deps, 'db' | 'clock'>, intentId: string | null): Promise<void> {
  if (intentId === null) return;
  const now = clock();
  await db.$executeRaw`
    update "order" set updated = ${now}
    where intent_id = ${intentId} and state = 'started' and updated < ${new Date(now.getTime() - NOTED)}`;
}
