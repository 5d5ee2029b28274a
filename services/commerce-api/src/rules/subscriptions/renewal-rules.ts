import type { Choice } from '@newsstand/contracts/pricing';
import { nothingOwedSince, RENEWAL_NOTICE, renewalChoice, renewingSubscription } from './renewing-rules.ts';
import type { Subscription, Subscriptions } from './subscription-rules.ts';
import { issuesLeft } from './timetable-rules.ts';

/**
 * When a subscription is to be renewed without its owner's doing, and with what. `subscription` is the one that is
 * renewed, whatever was given behind it, came or was ended; it and `cycle`, the one that the charge pays for, are parts
 * of its key, so that one renewal has one charge.
 */
export type RenewalPlan =
  | { type: 'lifetime' }
  | { type: 'autorenew-off' }
  | { type: 'running'; left: number }
  | { type: 'nothing-to-renew' }
  | { type: 'planned'; subscription: Subscription; cycle: number; choice: Choice; copies: number; remind: Date; charge: Date };

/**
 * Plans the next renewal. The notice goes out when the last issue is released, or when autorenew is switched on after
 * that, and the charge follows 30 days later: nobody is charged without the notice, and a quarterly's next issue is
 * still two months off.
 */
export function planRenewal(subscriptions: Subscriptions, autorenewSince: Date | null): RenewalPlan {
  const left = issuesLeft(subscriptions);
  if (left === null) return { type: 'lifetime' };
  if (!autorenewSince) return { type: 'autorenew-off' };
  if (left > 0) return { type: 'running', left };
  const renewing = renewingSubscription(subscriptions);
  const since = nothingOwedSince(subscriptions);
  if (!renewing || !since) return { type: 'nothing-to-renew' };
  const remind = new Date(Math.max(since.getTime(), autorenewSince.getTime()));
  return {
    type: 'planned',
    subscription: renewing,
    cycle: Math.max(...subscriptions.map(({ cycle }) => cycle)) + 1,
    choice: renewalChoice(renewing, subscriptions),
    copies: renewing.copies,
    remind,
    charge: new Date(remind.getTime() + RENEWAL_NOTICE),
  };
}

/** The idempotency key of a renewal's charge: one for each subscription, cycle and attempt. */
export function renewalKey(subscription: string, cycle: number, attempt: number): string {
  return `renewal:${subscription}:${cycle}:${attempt}`;
}
