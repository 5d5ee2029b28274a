import { shipcodeOf } from '@newsstand/contracts/deliverable';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import {
  EXPIRING_ISSUES,
  type IssueToken,
  type RenewalOptions,
  type Standing,
  type Subscription as SubscriptionInfo,
  type SubscriptionStatus,
} from '@newsstand/contracts/subscription';
import { issuesOf } from '@newsstand/contracts/term';
import type { Timetable } from '@newsstand/contracts/timetable';
import { areIssuesGiven, lastSubscription, renewalChoice, renewingSubscription } from './renewing-rules.ts';
import { countIssues, deliveries, isLifetime, isRunning, type Subscription, type Subscriptions } from './subscription-rules.ts';
import { cameBy } from './term-source.ts';

/**
 * What an owner gets and when (section 3), from tokens alone. `latestIssue` is the number of the issue that came out
 * last; while `autorenew` is on, an address is required where the cycle goes that it will bring, too (section 5).
 */
export function timetable(subscriptions: Subscriptions, latestIssue: number, autorenew: boolean): Timetable {
  const running = subscriptions.filter(isRunning);
  const current = currentSubscription(subscriptions);
  const lifetime = running.find(isLifetime) ?? null;
  const issues_expected = expectedIssues(running, latestIssue);
  const issues_delivered = deliveries(subscriptions).map(({ issue, deliverable }) => ({ issue, deliverable }));
  const renewing = autorenew ? renewingSubscription(subscriptions) : null;
  const renewed = renewing && !isLifetime(renewing) ? [renewalChoice(renewing, subscriptions).deliverable] : [];
  const posted = [...running.map(({ deliverables }) => deliverables.active), ...renewed].map(shipcodeOf);
  const address_required = byZone((zone) => posted.includes(zone));
  const scheduled = (subscription: Subscription) => ({
    info: subscriptionInfo(subscription),
    active: subscription === current && isRunning(subscription),
  });
  return {
    current_subscription: current && scheduled(current),
    future_subscriptions: running.filter((each) => each !== current && !isLifetime(each)).map(scheduled),
    lifetime_subscription: lifetime && scheduled(lifetime),
    issues_expected,
    issues_delivered,
    discontinuous: hasGap([...issues_delivered, ...issues_expected]),
    address_required,
    address_removable: byZone((zone) => !address_required[zone]),
  };
}

/**
 * The subscription that the next issue comes from; if none is running, the one that ran last. A lifetime begins when
 * the paid terms are used up.
 */
export function currentSubscription(subscriptions: Subscriptions): Subscription | null {
  const running = subscriptions.filter(isRunning);
  return running.find((each) => !isLifetime(each)) ?? running[0] ?? lastSubscription(subscriptions);
}

/** Issues left of every subscription that runs or follows; null while a lifetime does. */
export function issuesLeft(subscriptions: Subscriptions): number | null {
  return subscriptions.reduce<number | null>((sum, subscription) => {
    const { left } = countIssues(subscription);
    return sum === null || left === null ? null : sum + left;
  }, 0);
}

/** Where a reader stands (section 4, subscription display). */
export function standing(subscriptions: Subscriptions, autorenew: boolean): Standing {
  const last = lastSubscription(subscriptions);
  if (!last) return { type: 'none' };
  const left = issuesLeft(subscriptions);
  if (left === null) return { type: 'lifetime' };
  if (left > 0) return { type: left > EXPIRING_ISSUES ? 'extended' : 'expiring', left, autorenew };
  return last.cancelled ? { type: 'cancelled' } : { type: 'expired', autorenew };
}

/**
 * The subscription that ends with the next issue and does not renew by itself; null where there is none such, and for
 * who was only given that issue, or a few.
 */
export function endingSubscription(subscriptions: Subscriptions, autorenew: boolean): Subscription | null {
  if (autorenew || issuesLeft(subscriptions) !== 1) return null;
  const ending = currentSubscription(subscriptions);
  return ending && areIssuesAlone(ending, subscriptions) ? null : ending;
}

/**
 * Whether a term is a few issues that the desk gave, and no subscription ran when it did: there is none to end then.
 */
function areIssuesAlone(term: Subscription, subscriptions: Subscriptions): boolean {
  return (
    areIssuesGiven(term) &&
    !subscriptions.some(
      (other) =>
        !other.cancelled && !areIssuesGiven(other) && other.tokens.some(({ delivered }) => delivered && delivered.at > term.created),
    )
  );
}

/**
 * Whether the latest issue was one of theirs: then they have everything there is until the next one comes out. What was
 * ended opens nothing more.
 */
export function hasLatestIssue(subscriptions: Subscriptions, latestIssue: number): boolean {
  return deliveries(subscriptions.filter(({ cancelled }) => cancelled === null)).at(-1)?.issue === latestIssue;
}

/**
 * What the renewal page is told (section 3). A reader whose subscription was cancelled renews like one whose
 * subscription ran out.
 */
export function renewalOptions(subscriptions: Subscriptions, latestIssue: number): RenewalOptions {
  const { type } = standing(subscriptions, false);
  return {
    expiration_tokens: {
      extended: type === 'extended',
      expiring: type === 'expiring',
      expired: type === 'expired' || type === 'cancelled',
    },
    issues_expected: expectedIssues(subscriptions.filter(isRunning), latestIssue).map(({ issue }) => ({ issue })),
    is_lifetime: type === 'lifetime',
  };
}

/** A subscription as its owner sees it (section 3). */
export function subscriptionInfo(subscription: Subscription): SubscriptionInfo {
  const { id, term, level, phase, created, cancelled, deliverables, settings, copies, source } = subscription;
  const account = countIssues(subscription);
  const tokens = deliveries([subscription]).map(({ issue, deliverable }) => ({ issue, deliverable }));
  return {
    token: id,
    term,
    level,
    phase,
    created: created.toISOString(),
    cancelled: cancelled?.toISOString() ?? null,
    deliverables,
    settings,
    copies,
    order: source,
    issues: account.paid === issuesOf(term) ? null : account.paid,
    given: cameBy(subscription, 'comp'),
    tokens,
    token_summary: account,
    tokens_left: account.left,
    issues_left: account.left,
    legacy_tokens: isLifetime(subscription) ? tokens : [],
    status: subscriptionStatus(account.left),
  };
}

/** Section 4: extended with several issues left, expiring with few. */
function subscriptionStatus(count: number | null): SubscriptionStatus {
  return {
    expiring: count !== null && count > 0 && count <= EXPIRING_ISSUES,
    extended: count === null || count > EXPIRING_ISSUES,
    count,
  };
}

/** The issues still to come, one for each token left; of a lifetime, the next one. */
function expectedIssues(running: Subscriptions, latestIssue: number): IssueToken[] {
  const terms = running.filter((each) => !isLifetime(each));
  const owed = terms.flatMap(({ tokens, deliverables }) => tokens.filter(({ delivered }) => !delivered).map(() => deliverables.active));
  const lifetime = running.find(isLifetime);
  const expected = owed.length === 0 && lifetime ? [lifetime.deliverables.active] : owed;
  return expected.map((deliverable, index) => ({ issue: latestIssue + index + 1, deliverable }));
}

function hasGap(tokens: IssueToken[]): boolean {
  return tokens.some(({ issue }, index) => {
    const before = tokens[index - 1];
    return before !== undefined && issue > before.issue + 1;
  });
}

function byZone(of: (shipcode: Shipcode) => boolean): Record<Shipcode, boolean> {
  const [a, b, c] = SHIPCODES;
  return { [a]: of(a), [b]: of(b), [c]: of(c) };
}
