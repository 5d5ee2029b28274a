import { fill } from '@newsstand/contracts/fill';
import { LEVEL_NAMES } from '@newsstand/contracts/deliverable';

/**
 * What a line of an order is called, in carts, receipts, invoices and letters. A publication's `messages` override them
 * by key: `line.renewal`.
 */
export const LINE_TEXTS = {
  subscription: 'Subscription',
  renewal: 'Renewal',
  gift: 'Gift subscription',
  upgrade: 'Upgrade',
  /** What is posted goes to a dearer zone. `place`: the country. */
  move: 'Move to {place}',
  donation: 'Donation',
  monthly_donation: 'Monthly donation',
  monthly: 'Charged every month',
  issue: 'Issue {number}: {title}',
  print: 'Print',
  digital: 'Digital',
  low: LEVEL_NAMES.low,
  high: LEVEL_NAMES.high,
  /** Section 9: `Print, Standard, 2 years (8 issues)`. */
  choice: '{medium}, {level}, {length}',
  one_year: '1 year ({issues} issues)',
  years: '{years} years ({issues} issues)',
  lifetime: 'lifetime',
  left: '{left} of {issues} issues',
  /** What was given as a number of issues, and is no part of a term. */
  only_one: '1 issue',
  only: '{issues} issues',
} as const;

/** A publication's own words, by key. */
export type Messages = Readonly<Record<string, string>>;

export function lineText(messages: Messages, key: keyof typeof LINE_TEXTS, values: Record<string, string | number> = {}): string {
  const text = messages[`line.${key}`] ?? LINE_TEXTS[key];
  return fill(text, values);
}
