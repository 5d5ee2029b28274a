import type { RenewalState } from '@newsstand/contracts/account';
import { comesWithAnotherCard, isGivenUp } from '../charges/retry-rules.ts';
import { renewingSubscription } from './renewing-rules.ts';
import type { Subscriptions } from './subscription-rules.ts';
import { standing } from './timetable-rules.ts';

/**
 * The latest charge of an owner's renewals. `state` is open, paid or stopped; `outcome` is that of its last attempt,
 * null before the first.
 */
export type RenewalCharge = {
  cycle: number;
  state: string;
  why: string | null;
  due: Date;
  next_attempt: Date | null;
  outcome: string | null;
};

/**
 * What became of the renewal, autorenew being on, of a subscription that has run out; null where it is still to be
 * expected as its notice said.
 */
export function renewalStateOf(charge: RenewalCharge | null, subscriptions: Subscriptions, now: Date): RenewalState | null {
  const isOut = standing(subscriptions, true).type === 'expired';
  if (!isOut || charge === null || charge.state === 'paid' || !isOfWhatRenews(charge, subscriptions)) return null;
  if (charge.state === 'open') {
    // Autorenew was switched on again: what was tried before its new day says nothing of it.
    if (charge.due > now) return null;
    if (charge.outcome === 'authentication-required') return { state: 'confirm', at: null };
    return charge.outcome === 'declined' && charge.next_attempt
      ? { state: 'again', at: charge.next_attempt.toISOString().slice(0, 10) }
      : null;
  }
  return { state: comesWithAnotherCard(charge, now) ? 'refused' : 'over', at: null };
}

/**
 * Whether a renewal was given up since autorenew was switched on: what its reader is given beside what they pay for
 * brings none (`planRenewals`).
 */
export const isRenewalGivenUp = (
  charge: RenewalCharge & { current?: boolean | null | undefined },
  subscriptions: Subscriptions,
  now: Date,
): boolean => charge.current === true && isGivenUp(charge, now) && isOfWhatRenews(charge, subscriptions);

/** Not of a term that something took the place of since, other than what was given beside it. */
const isOfWhatRenews = ({ cycle }: RenewalCharge, subscriptions: Subscriptions): boolean =>
  cycle > ((renewingSubscription(subscriptions) ?? subscriptions.at(-1))?.cycle ?? 0);

/**
 * Whether a cycle may still come by itself, to be posted: one that is on its way (`processing`) does, whether or not
 * autorenew was switched off since.
 */
export function mayRenew(autorenew: boolean, renewal: RenewalState | null, processing: boolean): boolean {
  return processing || (autorenew && renewal?.state !== 'refused' && renewal?.state !== 'over');
}
