import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSubscription, cancelSubscription, updateSubscription } from '../../../test/subscription-oracle.ts';
import { bought, day, makeBought, release, releaseDay } from '../../../test/samples.ts';
import { DAY } from '../../platform/duration.ts';
import { planRenewal, renewalKey } from './renewal-rules.ts';
import { RENEWAL_NOTICE } from './renewing-rules.ts';
import { type Subscriptions } from './subscription-rules.ts';

const range = (issues: number): number[] => Array.from({ length: issues }, (_, index) => index + 1);
const ended = release(bought({ term: '1year' }), 1, 2, 3, 4);

describe('renewing without the reader', () => {
  it.each<[string, Subscriptions, Date | null, string]>([
    ['is not necessary for life', bought({ term: 'lifetime' }), day(0), 'lifetime'],
    ['waits while issues are left', release(bought({}), 1, 2, 3), day(0), 'running'],
    ['waits while another term follows', release(bought({}, {}), 1, 2, 3, 4), day(0), 'running'],
    ['does not happen with autorenew off', ended, null, 'autorenew-off'],
    ['does not happen after a cancellation', cancelSubscription(ended, 's1', day(400)), day(0), 'nothing-to-renew'],
    ['does not happen to who never subscribed', [], day(0), 'nothing-to-renew'],
  ])('%s', (_, subscriptions, since, type) => {
    expect(planRenewal(subscriptions, since).type).toBe(type);
  });

  it('is announced when the last issue comes out and charged 30 days later, before the next', () => {
    expect(planRenewal(ended, day(0))).toMatchObject({
      type: 'planned',
      cycle: 2,
      choice: { deliverable: 'print-a', level: 'low', term: '1year' },
      remind: releaseDay(4),
      charge: new Date(releaseDay(4).getTime() + 30 * DAY),
    });
    expect(releaseDay(4).getTime() + RENEWAL_NOTICE).toBeLessThan(releaseDay(5).getTime());
  });

  it('keeps the settings that were chosen last', () => {
    const changed = updateSubscription(
      bought({ level: 'high', deliverables: { set: 'digital', active: 'digital' } }),
      's1',
      {
        deliverable: 'print-b',
        level: 'low',
      },
      false,
    );
    expect(planRenewal(release(changed, 1, 2, 3, 4), day(0))).toMatchObject({ choice: { deliverable: 'print-b', level: 'low' } });
  });

  it('goes where the subscription comes to now, which is where the page would renew it to', () => {
    const moved = bought({ deliverables: { set: 'print-c', active: 'print-a' } });
    expect(planRenewal(release(moved, 1, 2, 3, 4), day(0))).toMatchObject({ choice: { deliverable: 'print-a', term: '1year' } });
  });

  const given = { source: 'comp:1', deliverables: { set: 'digital', active: 'digital' } } as const;
  it.each<[string, Subscriptions, object]>([
    [
      'a lost issue',
      release(bought({ term: '3year', level: 'high' }, { ...given, issues: 1 }), ...range(13)),
      { term: '3year', level: 'high' },
    ],
    ['a year, while another one ran', release(bought({}, given), ...range(8)), { deliverable: 'print-a' }],
    ['one issue, taken away again', cancelSubscription(release(bought({}, { ...given, issues: 1 }), ...range(4)), 's2', day(400)), {}],
    [
      'a lost issue, once all had come',
      release(addSubscription(ended, { ...makeBought({ ...given, id: 's2', at: day(400) }), issues: 1 }), 6),
      {},
    ],
  ])('keeps what was paid for where the desk gave something beside it: %s', (_, subscriptions, choice) => {
    expect(planRenewal(subscriptions, day(0))).toMatchObject({
      type: 'planned',
      cycle: 3,
      choice: { deliverable: 'print-a', level: 'low', term: '1year', ...choice },
    });
  });

  it('keeps what was given where that is all there is, or was all there was for long', () => {
    const only = release(bought({ ...given, level: 'high' }), 1, 2, 3, 4);
    const again = release(addSubscription(ended, makeBought({ ...given, id: 's2', at: day(800) })), 10, 11, 12, 13);
    expect(planRenewal(only, day(0))).toMatchObject({ cycle: 2, choice: { deliverable: 'digital', level: 'high' } });
    expect(planRenewal(again, day(0))).toMatchObject({ cycle: 3, choice: { deliverable: 'digital' } });
  });

  it('leaves 30 days to think when autorenew is switched on late', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), (since) => {
        const plan = planRenewal(ended, day(since));
        if (plan.type !== 'planned') throw new Error('nothing was planned');
        expect(plan.charge.getTime() - plan.remind.getTime()).toBe(30 * DAY);
        expect(plan.remind >= day(since) && plan.remind >= releaseDay(4)).toBe(true);
      }),
    );
  });

  it('is planned once: a renewal that was paid makes the plan go away', () => {
    const plan = planRenewal(ended, day(0));
    if (plan.type !== 'planned') throw new Error('nothing was planned');
    const renewed = addSubscription(ended, {
      id: 's2',
      source: renewalKey('s1', plan.cycle, 1),
      ...plan.choice,
      deliverables: { set: plan.choice.deliverable, active: plan.choice.deliverable },
      at: plan.charge,
    });
    expect(renewed.map(({ cycle, phase }) => [cycle, phase])).toEqual([
      [1, 'introductory'],
      [plan.cycle, 'renewal'],
    ]);
    expect(planRenewal(renewed, day(0))).toEqual({ type: 'running', left: 4 });
  });

  it('has a key of its own for each subscription, cycle and attempt', () => {
    expect(renewalKey('s1', 2, 3)).toBe('renewal:s1:2:3');
  });
});
