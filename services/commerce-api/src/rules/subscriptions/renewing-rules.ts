import { deliverableOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import type { Choice } from '@newsstand/contracts/pricing';
import { sameSettings } from '@newsstand/contracts/subscription';
import { ISSUES_PER_YEAR } from '@newsstand/contracts/term';
import { DAY } from '../../platform/duration.ts';
import { GIVE_UP } from '../charges/retry-rules.ts';
import { countIssues, deliveries, isLifetime, isRunning, type Subscription, type Subscriptions } from './subscription-rules.ts';
import { cameBy, type SourceKind } from './term-source.ts';

// What an owner's subscription renews as. One rule: what its reader pays for. What somebody else's money or the desk's
// courtesy adds, and takes away again, changes nothing of it. All cases are a table in the test beside it.

/** A reader is told this long before a renewal is charged, in ms. */
export const RENEWAL_NOTICE = 30 * DAY;

/**
 * As long after its last issue as a subscription may still renew by itself, in ms; then it has lapsed, unless autorenew
 * was switched on later, which announces its renewal anew.
 */
const LAPSES = RENEWAL_NOTICE + GIVE_UP;

/** What the desk gave, or somebody else paid for. */
const GIVEN: readonly SourceKind[] = ['comp', 'gift', 'posted-gift', 'left'];
const isOwn = (term: Subscription): boolean => !GIVEN.some((kind) => cameBy(term, kind));

/** The term whose choice a renewal keeps; null where nothing is left that could renew. */
export function renewingSubscription(subscriptions: Subscriptions): Subscription | null {
  const last = lastSubscription(subscriptions);
  return last && last.cancelled === null ? last : null;
}

/**
 * The term by which a reader stands, ended or not: the last one, but for what was given beside what they pay for, and
 * for what was ended while something else of theirs went on.
 */
export function lastSubscription(subscriptions: Subscriptions): Subscription | null {
  return lastOf(subscriptions.filter((term) => !isGivenBeside(term, subscriptions)));
}

/**
 * Whether it was given, by the desk or as a gift, beside what its owner pays for: while that ran or could still renew,
 * or as a few issues.
 */
export function isGivenBeside(term: Subscription, subscriptions: Subscriptions): boolean {
  const paid = lastOf(subscriptions.filter(isOwn));
  return paid !== null && paid.cancelled === null && isBehind(term, paid, subscriptions);
}

/** What is renewed by hand with the same settings: what runs, but for what was given beside what is paid for. */
export function renewedByHand(running: Subscription, subscriptions: Subscriptions): Subscription {
  return (isGivenBeside(running, subscriptions) && renewingSubscription(subscriptions)) || running;
}

/** Directly, or behind what was given so. */
function isBehind(term: Subscription, paid: Subscription, subscriptions: Subscriptions): boolean {
  if (isOwn(term) || term.cycle < paid.cycle) return false;
  return (
    areIssuesGiven(term) ||
    (paid.renewalDue?.getTime() ?? 0) + GIVE_UP > term.created.getTime() ||
    subscriptions.some(
      (other) =>
        other.cycle < term.cycle &&
        (other === paid || isBehind(other, paid, subscriptions)) &&
        (isRunning(other) || owedUntil(other).getTime() + LAPSES > term.created.getTime()),
    )
  );
}

/** Fewer than the shortest subscription has are single issues. */
export const areIssuesGiven = (term: Subscription): boolean =>
  cameBy(term, 'comp') && term.issues !== null && term.issues < ISSUES_PER_YEAR;

/** The last of these terms, but for one that was ended while another of them went on. */
function lastOf(terms: Subscriptions): Subscription | null {
  const goesOnWithout = (ended: Date) => terms.some((term) => term.cancelled === null && (isRunning(term) || owedUntil(term) > ended));
  return terms.findLast(({ cancelled }) => cancelled === null || !goesOnWithout(cancelled)) ?? null;
}

/** Of one that owes nothing, since when: its last issue, or its end before that. */
function owedUntil(term: Subscription): Date {
  const last = deliveries([term]).at(-1)?.at ?? term.created;
  return term.cancelled !== null && (isLifetime(term) || countIssues(term).forfeited > 0) ? term.cancelled : last;
}

/** Since when none of these terms owes anything; null where there are none. */
export function nothingOwedSince(subscriptions: Subscriptions): Date | null {
  return subscriptions.map(owedUntil).reduce<Date | null>((latest, one) => (latest === null || one > latest ? one : latest), null);
}

/**
 * Whether what renewed by itself goes on doing so as terms end: unless it was for the reader's own, and nothing is left
 * but what was given.
 */
export function goesOnRenewing(before: Subscriptions, after: Subscriptions): boolean {
  const [was, is] = [renewingSubscription(before), renewingSubscription(after)];
  return is !== null && (isOwn(is) || was === null || !isOwn(was));
}

/**
 * What renewing a subscription with the same settings buys. What is posted goes to where its reader has a term that was
 * given behind it come to by now, and not to where a few issues went once.
 */
export function renewalChoice(renewing: Subscription, subscriptions: Subscriptions): Choice {
  const posted = subscriptions.findLast(
    (term) =>
      term.cycle > renewing.cycle && term.cancelled === null && !areIssuesGiven(term) && shipcodeOf(term.deliverables.active) !== null,
  );
  // The deliverable of files has no zone.
  const { medium, level, term, shipcode } = sameSettings(renewing, 'a');
  return { deliverable: deliverableOf(medium, (posted && shipcodeOf(posted.deliverables.active)) ?? shipcode), level, term };
}
