import { DAY, MINUTE } from '../../platform/duration.ts';
import { latestPeriod } from './monthly-rules.ts';
import { type DueCharge, NEEDS_ANOTHER_CARD, type NextAttempt, type Payer, nextAttempt } from './retry-rules.ts';

/**
 * For so long a charge is one process's: if it was not heard of until then, another goes on with it. Far more than the
 * provider may take to answer.
 */
export const LEASE = 15 * MINUTE;

/**
 * After this long the provider may have forgotten a key (design: payments, it keeps them for 24 hours): then its
 * intents are looked through first.
 */
export const KEY_IS_KEPT = 23 * 60 * MINUTE;

/**
 * What is known of a charge when it comes up. `first` is the donation's beginning, null for a renewal; `cycle` its
 * month, counted from there.
 */
export type Considered = DueCharge & { payer: Payer; first: Date | null; cycle: number };

/**
 * What to do about a charge: as the retry rules say, but a month of a donation lapses when the next one has come, so
 * that no two are charged at once.
 */
export function decide(charge: Considered, now: Date): NextAttempt {
  const next = nextAttempt(charge, charge.payer, now);
  const isOver = charge.first !== null && latestPeriod(charge.first, now) > charge.cycle;
  const isUnpaid = next.type === 'charge' || (next.type === 'wait' && next.for === 'authentication');
  return isOver && isUnpaid ? { type: 'stop', why: 'lapsed' } : next;
}

/**
 * When an open charge comes up again; null when it stops. What waits for somebody is looked at once a day, in case
 * their answer was lost.
 */
export function comesUp(next: NextAttempt, now: Date): Date | null {
  switch (next.type) {
    case 'charge':
      return next.at;
    case 'repeat':
      return new Date(now.getTime() + LEASE);
    case 'wait':
      return new Date(now.getTime() + DAY);
    case 'stop':
      return null;
  }
}

/**
 * Whether a donation waits for another card from now on (decision 010). Months that nobody tried to charge lapse
 * instead.
 */
export function isFailing(why: string, { attempts }: Pick<DueCharge, 'attempts'>): boolean {
  return NEEDS_ANOTHER_CARD.includes(why) || (why === 'lapsed' && attempts.length > 0);
}
