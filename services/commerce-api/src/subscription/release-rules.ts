import { deliveries, isLifetime, type Subscription, type Subscriptions, type Token } from './subscription-rules.ts';

/** An issue that comes out. `at` is when it was first released, also when a run is repeated. */
export type Release = { issue: number; at: Date };

/** The token that an issue is assigned to. `isNew` for a lifetime, whose token is made for it. */
export type DueToken = { subscription: Subscription; token: Token; isNew: boolean };

/**
 * Which of an owner's tokens an issue is assigned to: at most one, and none when the owner has that issue already. Terms are used up in the order
 * in which they were paid for, a lifetime after them. What began or ended after the release is judged as of the release, so that a run that
 * was interrupted and is repeated gives to everybody what it would have given at once.
 */
export function dueToken(subscriptions: Subscriptions, { issue, at }: Release): DueToken | null {
  if (deliveries(subscriptions).some((delivery) => delivery.issue === issue)) return null;
  const candidates = subscriptions.filter(({ created, cancelled }) => created <= at && (cancelled === null || cancelled > at));
  for (const subscription of candidates) {
    const token = subscription.tokens.find(({ delivered }) => delivered === null);
    if (token) return { subscription, token, isNew: false };
  }
  const lifetime = candidates.find(isLifetime);
  return lifetime ? { subscription: lifetime, token: { ordinal: lifetime.tokens.length + 1, delivered: null }, isNew: true } : null;
}

/** Assigns an issue to the token that is due for it; digital at once, print by the zone that is active now (specification 3). */
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
