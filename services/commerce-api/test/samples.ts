import { addSubscription, releaseIssue } from './subscription-oracle.ts';
import { type NewSubscription, type Subscriptions } from '../src/rules/subscriptions/subscription-rules.ts';

/** For tests: noon (UTC) of a day, counted from the beginning of 2026. */
export const day = (number: number): Date => new Date(Date.UTC(2026, 0, 1 + number, 12));

/** For tests: a complete purchase, one year of print in zone a. */
export const makeBought = (parts: Partial<NewSubscription> = {}): NewSubscription => ({
  id: 'first',
  source: `order:${parts.id ?? 'first'}`,
  term: '1year',
  level: 'low',
  deliverables: { set: 'print-a', active: 'print-a' },
  at: day(0),
  ...parts,
});

/** For tests: an owner who bought these, one after the other. */
export const bought = (...purchases: Partial<NewSubscription>[]): Subscriptions =>
  purchases.reduce<Subscriptions>((sum, parts, index) => addSubscription(sum, makeBought({ id: `s${index + 1}`, ...parts })), []);

/** For tests: issues that come out a quarter apart, beginning a week after day 0. */
export const release = (subscriptions: Subscriptions, ...issues: number[]): Subscriptions =>
  issues.reduce((sum, issue) => releaseIssue(sum, { issue, at: releaseDay(issue) }), subscriptions);

export const releaseDay = (issue: number): Date => day(7 + 91 * (issue - 1));
