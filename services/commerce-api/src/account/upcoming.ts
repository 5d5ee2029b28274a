import type { NextCharge, NextIssue, RenewalCharge } from '@newsstand/contracts/account';
import type { Pricing } from '@newsstand/contracts/pricing';
import { ISSUES_PER_YEAR } from '@newsstand/contracts/term';
import type { Timetable } from '@newsstand/contracts/timetable';
import { chargeFor } from '../ledger/planned-charges/follow-autorenew.ts';
import { planRenewal, RENEWAL_NOTICE, renewalChoice } from '../rules/subscriptions/renewal-rules.ts';
import type { Subscription, Subscriptions } from '../rules/subscriptions/subscription-rules.ts';
import type { SubscriberRow } from './subscriber-row.ts';

const MONTHS_BETWEEN = 12 / ISSUES_PER_YEAR;

/** The issue that comes next, and when: its announced day, or else the month that the rhythm of the issues leads to, unless that is over. */
export function nextIssue(
  { latest_issue, latest_released, announced }: Pick<SubscriberRow, 'latest_issue' | 'latest_released' | 'announced'>,
  { current_subscription: current, issues_expected: [expected] }: Timetable,
  now: Date,
): NextIssue | null {
  if (!current || !expected) return null;
  const when = announced?.released ?? monthOf(expected.issue - latest_issue, latest_released, now);
  return { number: expected.issue, title: announced?.title ?? null, when, deliverable: expected.deliverable, copies: current.info.copies };
}

type Renewing = Pick<SubscriberRow, 'latest_issue' | 'latest_released' | 'autorenew' | 'renewal' | 'renewal_processing'>;

/** What the renewal costs that autorenew charges or, switched on now, would charge, and when; null where it charges nothing, or is at it. */
export function renewalCharge(
  row: Renewing,
  subscriptions: Subscriptions,
  { issues_expected: expected }: Timetable,
  { now, prices }: { now: Date; prices: Pricing },
): RenewalCharge | null {
  const last = subscriptions.at(-1);
  if (!last || last.cancelled || row.renewal_processing) return null;
  const plan = planRenewal(subscriptions, now);
  switch (plan.type) {
    case 'lifetime':
    case 'autorenew-off':
    case 'nothing-to-renew':
      return null;
    case 'running': {
      const after = expected.at(-1)?.issue ?? null;
      const when = after === null ? null : monthOf(after - row.latest_issue, row.latest_released, now, RENEWAL_NOTICE);
      return { amount: priceOf(last, prices), when, after };
    }
    case 'planned': {
      const written = row.renewal?.cycle === plan.cycle ? row.renewal : null;
      // What was tried keeps its price.
      const amount = written && (row.autorenew || written.outcome !== null) ? written.amount : priceOf(plan.subscription, prices);
      if (!row.autorenew) return { amount, when: dayOf(plan.charge), after: null };
      // What a bank asks its reader about is paid by the reader, on no day.
      const isPlanned = written?.state === 'open' && (written.outcome !== 'authentication-required' || written.due > now);
      return isPlanned && written.next_attempt ? { amount, when: dayOf(written.next_attempt), after: null } : null;
    }
  }
}

/** What is charged next without the reader's doing, the first one first; what has no day comes last. */
export function nextCharges(
  renewal: RenewalCharge | null,
  donations: readonly { amount: number; next_charge: string | null }[],
): NextCharge[] {
  const monthly = donations.flatMap(({ amount, next_charge: when }): NextCharge[] =>
    when === null ? [] : [{ type: 'donation', amount, when, after: null }],
  );
  return [...(renewal ? [{ type: 'renewal' as const, ...renewal }] : []), ...monthly].toSorted((one, other) =>
    (one.when ?? NEVER) < (other.when ?? NEVER) ? -1 : 1,
  );
}

/** After every date. */
const NEVER = '~';

function priceOf(subscription: Subscription, prices: Pricing): number {
  return chargeFor(prices, renewalChoice(subscription), subscription.copies).amount;
}

/** The month of the issue that comes `ahead` after the latest one, `later` ms after it; null where that is not known, or over. */
export function monthOf(ahead: number, latest: string | null, now: Date, later = 0): string | null {
  if (latest === null) return null;
  const day = new Date(latest);
  const [year, months] = [day.getUTCFullYear(), day.getUTCMonth() + ahead * MONTHS_BETWEEN];
  // A day that the month does not have is its last one, and not the next month's second.
  const comes = Math.min(Date.UTC(year, months, day.getUTCDate()), Date.UTC(year, months + 1, 0));
  const month = new Date(comes + later).toISOString().slice(0, 'YYYY-MM'.length);
  return month < now.toISOString().slice(0, 'YYYY-MM'.length) ? null : month;
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 'YYYY-MM-DD'.length);
}
