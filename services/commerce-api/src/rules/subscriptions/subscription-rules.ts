import type { Deliverable, Level, Medium, Phase, Term } from '@newsstand/contracts/cart';
import type { Deliverables } from '@newsstand/contracts/subscription';
import { issuesOf } from '@newsstand/contracts/term';

/** One issue that is owed: `delivered` says which one it became, how and when, once it is released. */
export type Token = { ordinal: number; delivered: Delivery | null };
export type Delivery = { issue: number; deliverable: Deliverable; at: Date };

/**
 * One term that somebody paid for. `source` is the order line or gift that paid, so that settling it again changes
 * nothing.
 * `cycle` counts an owner's subscriptions: they run in that order. `copies` of every issue are sent.
 */
export type Subscription = {
  id: string;
  source: string;
  cycle: number;
  phase: Phase;
  term: Term;
  level: Level;
  deliverables: Deliverables;
  settings: { medium: Medium; level: Level };
  copies: number;
  /** How many issues it is for; null for as many as its term says. */
  issues: number | null;
  created: Date;
  cancelled: Date | null;
  /** When its renewal by itself was due that was announced last; null before the first. */
  renewalDue: Date | null;
  tokens: Token[];
};

/** Everything one owner was ever subscribed to, by cycle. */
export type Subscriptions = readonly Subscription[];

/** A term as it is bought, renewed or redeemed. */
export type NewSubscription = {
  id: string;
  source: string;
  term: Term;
  level: Level;
  deliverables: Deliverables;
  copies?: number;
  /** What is left of a term that somebody else had begun; null for a lifetime's, and for a whole term. */
  issues?: number | null;
  at: Date;
};

/**
 * Every issue that was paid for is delivered, left or forfeited. A lifetime has no number of issues: `paid` and, while
 * it runs, `left` are null.
 */
export type IssueAccount = { paid: number | null; delivered: number; left: number | null; forfeited: number };

export function countIssues({
  term,
  issues,
  tokens,
  cancelled,
}: Pick<Subscription, 'term' | 'issues' | 'tokens' | 'cancelled'>): IssueAccount {
  const delivered = tokens.filter((token) => token.delivered !== null).length;
  const paid = issues ?? issuesOf(term);
  if (paid === null) return { paid, delivered, left: cancelled ? 0 : null, forfeited: 0 };
  const rest = paid - delivered;
  return { paid, delivered, left: cancelled ? 0 : rest, forfeited: cancelled ? rest : 0 };
}

/** Whether it still owes an issue. */
export function isRunning(subscription: Subscription): boolean {
  return countIssues(subscription).left !== 0;
}

export function isLifetime({ term }: Pick<Subscription, 'term'>): boolean {
  return issuesOf(term) === null;
}

/** What was delivered, in the order of the issues. */
export function deliveries(subscriptions: Subscriptions): Delivery[] {
  return subscriptions
    .flatMap(({ tokens }) => tokens.flatMap(({ delivered }) => (delivered ? [delivered] : [])))
    .toSorted((one, other) => one.issue - other.issue);
}
