import type { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { basePrice, termShipping, type Pricing } from '@newsstand/contracts/pricing';
import type { UpgradeOptions } from '@newsstand/contracts/upgrade';
import { countIssues, isRunning, type Subscription } from '../subscriptions/subscription-rules.ts';

/** What was paid for, and for how many issues it is still owed: null for a lifetime. */
export type Holding = { deliverable: Deliverable; level: Level; term: Term; issues: number | null };

/**
 * What it costs, in cents, to have what is still owed delivered in another way: the difference between what the two are
 * worth, for each issue. A lifetime has no number of issues, so it is the difference between two lifetime prices. Less
 * is never paid back.
 */
export function upgradeAmount(pricing: Pricing, held: Holding, target: { deliverable: Deliverable; level: Level }): number {
  if (held.issues === null) return Math.max(0, lifetimeWorth(pricing, target) - lifetimeWorth(pricing, held));
  return Math.max(0, issueWorth(pricing, target) - issueWorth(pricing, held)) * held.issues;
}

/**
 * What a running subscription is offered (section 3). A lifetime is upgraded by staff (decision 010), apart from
 * print-c (section 5).
 */
export function upgradeOptions(pricing: Pricing, subscription: Subscription): UpgradeOptions {
  const { deliverables, level, term, copies } = subscription;
  const { left } = countIssues(subscription);
  const held = { deliverable: deliverables.set, level, term, issues: left };
  // Each issue is delivered in so many copies.
  const amount = (deliverable: Deliverable, to: Level) => copies * upgradeAmount(pricing, held, { deliverable, level: to });
  const prices = (to: Level) => ({
    a: { amount: amount('print-a', to) },
    b: { amount: amount('print-b', to) },
    c: { amount: amount('print-c', to) },
  });
  return { low_prices: prices('low'), high_prices: prices('high'), can_upgrade: left !== null, can_update: isRunning(subscription) };
}

/** Whether what is still owed is posted, and goes to another zone than this one: then a move takes it along. */
export function isMovedTo(subscription: Subscription, shipcode: Shipcode): boolean {
  const zone = shipcodeOf(subscription.deliverables.active);
  return isRunning(subscription) && zone !== null && zone !== shipcode;
}

/** What an issue is worth beyond its digital edition, by the publication's table. */
function issueWorth({ upgrades }: Pricing, { deliverable, level }: { deliverable: Deliverable; level: Level }): number {
  const shipcode = shipcodeOf(deliverable);
  return shipcode === null ? 0 : upgrades[level][shipcode];
}

function lifetimeWorth(pricing: Pricing, { deliverable, level }: { deliverable: Deliverable; level: Level }): number {
  const choice = { deliverable, level, term: 'lifetime' } as const;
  return basePrice(pricing, choice) + termShipping(pricing, choice);
}
