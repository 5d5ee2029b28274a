import type { NextCharge, NextIssue } from '@newsstand/contracts/account';
import type { RenewalCharge } from '@newsstand/contracts/renewal-charge';
import type { Timetable } from '@newsstand/contracts/timetable';
import { monthOf } from '../ledger/planned-charges/renewal-charge.ts';
import type { SubscriberRow } from './subscriber-row.ts';

/**
 * The issue that comes next, and when: its announced day, or else the month that the rhythm of the issues leads to,
 * unless that is over.
 */
export function nextIssue(
  { latest_issue, latest_released, announced }: Pick<SubscriberRow, 'latest_issue' | 'latest_released' | 'announced'>,
  { current_subscription: current, issues_expected: [expected] }: Timetable,
  today: string,
): NextIssue | null {
  if (!current || !expected) return null;
  const when = announced?.released ?? monthOf(expected.issue - latest_issue, latest_released, today);
  return { number: expected.issue, title: announced?.title ?? null, when, deliverable: expected.deliverable, copies: current.info.copies };
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
