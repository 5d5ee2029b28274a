import { expect, test } from 'vitest';
import { addSubscription, cancelSubscription, releaseIssue, updateSubscription } from '../../../test/subscription-oracle.ts';
import { type Subscriptions } from '../subscriptions/subscription-rules.ts';
import { isUpgradeValid, type PromisedUpgrade } from './upgrade-validity-rules.ts';

const at = new Date('2026-11-22T00:00:00Z');
const digital = { set: 'digital', active: 'digital' } as const;
const bought = (id: string) => ({ id, source: id, term: '1year', level: 'low', deliverables: digital, at }) as const;
const two: Subscriptions = addSubscription(addSubscription([], bought('one')), bought('two'));
const served = [14, 15, 16, 17].reduce<Subscriptions>((now, issue) => releaseIssue(now, { issue, at }), two);
const upgrade = (subscription: string, changes: Partial<PromisedUpgrade> = {}): PromisedUpgrade => ({
  type: 'upgrade',
  subscription,
  deliverable: 'print-a',
  level: 'low',
  from: 'digital',
  from_level: 'low',
  ...changes,
});
const both = [upgrade('one'), upgrade('two')];
const print = { deliverable: 'print-a', level: 'low' } as const;

test.each<[string, PromisedUpgrade[], Subscriptions, boolean]>([
  ['nothing has changed', both, two, true],
  ['it was paid for', [upgrade('one')], updateSubscription(two, 'one', print, true), false],
  ['part of it was paid for', both, updateSubscription(two, 'two', print, true), false],
  ['another zone was paid for', [upgrade('one')], updateSubscription(two, 'one', { deliverable: 'print-b', level: 'low' }, true), false],
  ['another rate was paid for', [upgrade('one', { level: 'high' })], updateSubscription(two, 'one', print, true), false],
  ['a free change was made', [upgrade('one')], updateSubscription(two, 'one', { deliverable: 'digital', level: 'high' }, false), true],
  ['one of two was ended', both, cancelSubscription(two, 'one', at), false],
  ['one of two is gone, which was given', both, two.slice(0, 1), false],
  ['one of two had its last issue', both, served, true],
  ['one of two was ended after its last issue', both, cancelSubscription(served, 'one', at), true],
  ['all have ended', both, cancelSubscription(cancelSubscription(two, 'one', at), 'two', at), false],
  ['the account is another by now', both, [], false],
  [
    'it was paid for, which an old invoice did not note',
    [upgrade('one', { from: undefined, from_level: undefined })],
    updateSubscription(two, 'one', print, true),
    false,
  ],
  ['one of two was there before', [upgrade('one'), upgrade('two', { deliverable: 'digital' })], two, true],
  [
    'one of two was there before, and is better by now',
    [upgrade('one'), upgrade('two', { deliverable: 'digital' })],
    updateSubscription(two, 'two', print, true),
    false,
  ],
  ['an old invoice notes nothing', [upgrade('one', { from: undefined, from_level: undefined })], two, true],
])('an upgrade that was promised, when %s', (_, promised, now, isLeft) => {
  expect(isUpgradeValid(promised, now)).toBe(isLeft);
});
