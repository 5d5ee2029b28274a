import type { LineChoice } from './line-choice.ts';
import { isRunning, type Subscription, type Subscriptions } from '../subscriptions/subscription-rules.ts';

/** What an order promised to change of one subscription, and what that was when it promised. */
export type PromisedUpgrade = Extract<LineChoice, { type: 'upgrade' }>;

/**
 * Whether paying for an order still upgrades what it promised to: some of it owes issues, nothing of it was taken away
 * before its last issue (what was given and taken back is not there any more), and nothing was paid for in another way
 * since. What had its last issue meanwhile is as one of which an issue came out: its price was fixed before.
 */
export function isUpgradeValid(promised: readonly PromisedUpgrade[], subscriptions: Subscriptions): boolean {
  const upgrades = promised.map((upgrade) => ({ upgrade, now: subscriptions.find(({ id }) => id === upgrade.subscription) }));
  return (
    upgrades.some(({ now }) => now && isRunning(now)) &&
    !upgrades.some(({ upgrade, now }) => now === undefined || isTakenAway(now) || isChanged(upgrade, now))
  );
}

const isTakenAway = (subscription: Subscription): boolean =>
  subscription.cancelled !== null && isRunning({ ...subscription, cancelled: null });

/**
 * An invoice from before it noted what it upgrades can be told by what it leads to only. What was paid for that before,
 * and comes otherwise, goes along with a move at no cost: nobody paid for it since.
 */
function isChanged(
  { deliverable, level, from, from_level }: PromisedUpgrade,
  { deliverables: { set }, level: paid }: Subscription,
): boolean {
  const wasThere = from === deliverable && from_level === level;
  const isThere = set === deliverable && paid === level && !wasThere;
  return isThere || (from ?? set) !== set || (from_level ?? paid) !== paid;
}
