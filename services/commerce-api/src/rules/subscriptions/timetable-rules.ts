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
import { ISSUES_PER_YEAR, issuesOf } from '@newsstand/contracts/term';
import type { Timetable } from '@newsstand/contracts/timetable';
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
  const renewed = autorenew ? renewedSubscription(subscriptions) : null;
  const posted = renewed ? [...running, renewed] : running;
  const address_required = byZone((zone) => posted.some(({ deliverables }) => shipcodeOf(deliverables.active) === zone));
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
  return running.find((each) => !isLifetime(each)) ?? running[0] ?? subscriptions.at(-1) ?? null;
}

/**
 * The subscription whose choice a renewal keeps: the last one, but for what the desk gave beside a subscription (a lost
 * issue, a courtesy), which changes nothing of what its reader pays for.
 */
export function renewingSubscription(subscriptions: Subscriptions): Subscription | null {
  return subscriptions.findLast((term) => !isGivenBeside(term, subscriptions)) ?? null;
}

/** The subscription that a reader had last; what was given beside one and taken away again is none. */
export function lastSubscription(subscriptions: Subscriptions): Subscription | null {
  return subscriptions.findLast((term) => term.cancelled === null || !isGivenBeside(term, subscriptions)) ?? null;
}

/** Whether the desk gave it beside what its owner had otherwise: a few issues, or a term while another one ran. */
export function isGivenBeside(term: Subscription, subscriptions: Subscriptions): boolean {
  if (!cameBy(term, 'comp')) return false;
  const hadThen = (other: Subscription) =>
    isRunning(other) || other.tokens.some(({ delivered }) => delivered && delivered.at > term.created);
  return subscriptions.some(
    (other) => other.cycle < term.cycle && !cameBy(other, 'comp') && !other.cancelled && (areIssuesGiven(term) || hadThen(other)),
  );
}

/** The subscription that autorenew would renew, once all have run out, unless the last one was cancelled. */
function renewedSubscription(subscriptions: Subscriptions): Subscription | null {
  return issuesLeft(subscriptions) === 0 && lastSubscription(subscriptions)?.cancelled === null
    ? renewingSubscription(subscriptions)
    : null;
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

/** Fewer than the shortest subscription has are single issues. */
const areIssuesGiven = (term: Subscription): boolean => cameBy(term, 'comp') && term.issues !== null && term.issues < ISSUES_PER_YEAR;

/** Whether the latest issue was one of theirs: then they have everything there is until the next one comes out. */
export function hasLatestIssue(subscriptions: Subscriptions, latestIssue: number): boolean {
  return deliveries(subscriptions).at(-1)?.issue === latestIssue;
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
