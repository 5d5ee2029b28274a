// What becomes of one owner's terms and tokens, as pure functions: the oracle that `run-release.test.ts` compares the
// service's statements with (`addTerm`, `runRelease`, `applyChange`), and by which tests make readers with a past.
// Production runs none of it: what is asserted of these alone says nothing of the product, and bears no sentence.
import type { Deliverable, Level } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import type { Pricing } from '@newsstand/contracts/pricing';
import { issuesOf } from '@newsstand/contracts/term';
import { giftSource, giftUpgrade, type PaidGift } from '../src/rules/gifts/redeem-rules.ts';
import {
  deliveries,
  isLifetime,
  type NewSubscription,
  type Subscription,
  type Subscriptions,
  type Token,
} from '../src/rules/subscriptions/subscription-rules.ts';

/** Buys, renews or redeems: each adds one term behind those that are there (decision 010). Once for each source. */
export function addSubscription(subscriptions: Subscriptions, bought: NewSubscription): Subscriptions {
  if (subscriptions.some(({ source }) => source === bought.source)) return subscriptions;
  const { id, source, term, level, deliverables, copies = 1, issues = null, at } = bought;
  const last = subscriptions.at(-1);
  return [
    ...subscriptions,
    {
      id,
      source,
      cycle: (last?.cycle ?? 0) + 1,
      phase: last ? 'renewal' : 'introductory',
      term,
      level,
      deliverables,
      settings: { medium: mediumOf(deliverables.active), level },
      copies,
      issues,
      created: at,
      cancelled: null,
      renewalDue: null,
      // A lifetime has no end: its tokens are made as issues come out.
      tokens: Array.from({ length: issues ?? issuesOf(term) ?? 0 }, (_, index) => ({ ordinal: index + 1, delivered: null })),
    },
  ];
}

/**
 * Changes how the issues that are still owed come. What is paid for becomes what is set; a free change leaves that, so
 * that the way back is free too.
 */
export function updateSubscription(
  subscriptions: Subscriptions,
  id: string,
  target: { deliverable: Deliverable; level: Level },
  paid: boolean,
): Subscriptions {
  return change(subscriptions, id, (subscription) => ({
    ...subscription,
    level: paid ? target.level : subscription.level,
    deliverables: { set: paid ? target.deliverable : subscription.deliverables.set, active: target.deliverable },
    settings: { medium: mediumOf(target.deliverable), level: target.level },
  }));
}

/** Ends a subscription for good: what it has not delivered is forfeited. The first cancellation counts. */
export function cancelSubscription(subscriptions: Subscriptions, id: string, at: Date): Subscriptions {
  return change(subscriptions, id, (subscription) => ({ ...subscription, cancelled: subscription.cancelled ?? at }));
}

/** An issue that comes out. `at` is when it was first released, also when a run is repeated. */
type Release = { issue: number; at: Date };

/** The token that an issue is assigned to. `isNew` for a lifetime, whose token is made for it. */
type DueToken = { subscription: Subscription; token: Token; isNew: boolean };

/**
 * Which of an owner's tokens an issue is assigned to: at most one, and none when the owner has that issue already.
 * Terms are used up in the order in which they were paid for, a lifetime after them. What began or ended after the
 * release is judged as of the release, so that a run that was interrupted and is repeated gives to everybody what it
 * would have given at once.
 */
function dueToken(subscriptions: Subscriptions, { issue, at }: Release): DueToken | null {
  if (deliveries(subscriptions).some((delivery) => delivery.issue === issue)) return null;
  const candidates = subscriptions.filter(({ created, cancelled }) => created <= at && (cancelled === null || cancelled > at));
  for (const subscription of candidates) {
    const token = subscription.tokens.find(({ delivered }) => delivered === null);
    if (token) return { subscription, token, isNew: false };
  }
  const lifetime = candidates.find(isLifetime);
  return lifetime ? { subscription: lifetime, token: { ordinal: lifetime.tokens.length + 1, delivered: null }, isNew: true } : null;
}

/**
 * Assigns an issue to the token that is due for it; digital at once, print by the zone that is active now
 * (specification 3).
 */
export function releaseIssue(subscriptions: Subscriptions, release: Release): Subscriptions {
  const due = dueToken(subscriptions, release);
  if (!due) return subscriptions;
  const { subscription, token } = due;
  const { issue, at } = release;
  const filled = { ...token, delivered: { issue, deliverable: subscription.deliverables.active, at } };
  const tokens = due.isNew
    ? [...subscription.tokens, filled]
    : subscription.tokens.map((each) => (each.ordinal === token.ordinal ? filled : each));
  return subscriptions.map((each) => (each.id === subscription.id ? { ...each, tokens } : each));
}

/** `paid` is what the reader paid for the upgrade, in cents. */
type Redemption = { owner: string; id: string; deliverable: Deliverable; paid: number; at: Date };

type RedeemResult =
  | { type: 'already-redeemed' }
  | { type: 'payment-required'; amount: number }
  | { type: 'redeemed'; gift: PaidGift; subscriptions: Subscriptions };

/** Redeems a gift, as a first subscription or as a renewal. It can be had once, by one owner. */
export function redeemGift(pricing: Pricing, gift: PaidGift, subscriptions: Subscriptions, redemption: Redemption): RedeemResult {
  if (gift.redeemed !== null) return { type: 'already-redeemed' };
  const { owner, id, deliverable, paid, at } = redemption;
  const amount = giftUpgrade(pricing, gift, deliverable);
  if (amount > paid) return { type: 'payment-required', amount };
  return {
    type: 'redeemed',
    gift: { ...gift, redeemed: owner },
    subscriptions: addSubscription(subscriptions, {
      id,
      source: giftSource(gift),
      term: gift.term,
      level: gift.level,
      // What was paid for is what is set: the gift's own deliverable, unless the reader paid for a better one.
      deliverables: { set: amount > 0 ? deliverable : gift.deliverable, active: deliverable },
      at,
    }),
  };
}

function change(subscriptions: Subscriptions, id: string, to: (subscription: Subscription) => Subscription): Subscriptions {
  return subscriptions.map((subscription) => (subscription.id === id ? to(subscription) : subscription));
}
