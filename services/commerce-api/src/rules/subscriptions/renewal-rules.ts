import { deliverableOf } from '@newsstand/contracts/deliverable';
import type { Choice } from '@newsstand/contracts/pricing';
import { sameSettings } from '@newsstand/contracts/subscription';
import { DAY } from '../../platform/duration.ts';
import { countIssues, deliveries, type Subscription, type Subscriptions } from './subscription-rules.ts';
import { issuesLeft, lastSubscription, renewingSubscription } from './timetable-rules.ts';

/** A reader is told this long before a renewal is charged, in ms. */
export const RENEWAL_NOTICE = 30 * DAY;

/**
 * When a subscription is to be renewed without its owner's doing, and with what. `subscription` is the one that it
 * comes after; it and `cycle`, the one that the charge pays for, are parts of its key.
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
  const subscription = lastSubscription(subscriptions);
  const renewing = renewingSubscription(subscriptions);
  const ended = subscription && endOf(subscription);
  if (!ended || !renewing) return { type: 'nothing-to-renew' };
  const remind = new Date(Math.max(ended.getTime(), autorenewSince.getTime()));
  return {
    type: 'planned',
    subscription,
    cycle: Math.max(...subscriptions.map(({ cycle }) => cycle)) + 1,
    choice: renewalChoice(renewing),
    copies: renewing.copies,
    remind,
    charge: new Date(remind.getTime() + RENEWAL_NOTICE),
  };
}

/** What renewing a subscription with the same settings buys. */
export function renewalChoice(subscription: Subscription): Choice {
  // What is posted has a zone of its own; the deliverable of files has none.
  const { medium, level, term, shipcode } = sameSettings(subscription, 'a');
  return { deliverable: deliverableOf(medium, shipcode), level, term };
}

/** When its last issue was released; null while it owes one, and when it was cancelled. */
function endOf(subscription: Subscription): Date | null {
  if (subscription.cancelled || countIssues(subscription).left !== 0) return null;
  return deliveries([subscription]).at(-1)?.at ?? null;
}

/** The idempotency key of a renewal's charge: one for each subscription, cycle and attempt. */
export function renewalKey(subscription: string, cycle: number, attempt: number): string {
  return `renewal:${subscription}:${cycle}:${attempt}`;
}
