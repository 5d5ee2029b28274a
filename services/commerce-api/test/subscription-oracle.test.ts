import { describe, expect, it } from 'vitest';
import { cancelSubscription, releaseIssue } from './subscription-oracle.ts';
import { bought, day, release, releaseDay } from './samples.ts';
import { countIssues, deliveries } from '../src/rules/subscriptions/subscription-rules.ts';

const left = (subscriptions: ReturnType<typeof bought>) => subscriptions.map((each) => countIssues(each).left);

describe('releasing an issue', () => {
  it('uses up the first term before the next', () => {
    expect(left(release(bought({}, {}), 1, 2, 3, 4, 5))).toEqual([0, 3]);
  });

  it('goes on with the next term when one is cancelled', () => {
    expect(left(release(cancelSubscription(bought({}, {}), 's1', day(2)), 1))).toEqual([0, 3]);
  });

  it('begins a lifetime when the paid terms are used up', () => {
    const reader = release(bought({}, { term: 'lifetime' }), 1, 2, 3, 4, 5);
    expect(reader.map(countIssues).map(({ delivered }) => delivered)).toEqual([4, 1]);
  });

  it('uses up a paid term before a lifetime that was there first', () => {
    const reader = release(bought({ term: 'lifetime' }, {}), 1, 2, 3, 4, 5);
    expect(reader.map(countIssues).map(({ delivered }) => delivered)).toEqual([1, 4]);
  });

  it('gives nothing to who subscribed after it came out', () => {
    const late = bought({ at: day(8) });
    expect(release(late, 1)).toEqual(late);
  });

  it('still gives to who cancelled after it came out, when its run is late', () => {
    const reader = cancelSubscription(bought({}), 's1', day(8));
    expect(deliveries(release(reader, 1))).toEqual([{ issue: 1, deliverable: 'print-a', at: releaseDay(1) }]);
  });

  it('gives an issue once to a reader with two subscriptions', () => {
    const reader = release(bought({}, {}), 1);
    expect(releaseIssue(reader, { issue: 1, at: releaseDay(1) })).toBe(reader);
  });
});
