import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { makePricing } from '@newsstand/contracts/fixtures/subscribe';
import { UpgradeOptions, upgradeTo } from '@newsstand/contracts/upgrade';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cancelSubscription, updateSubscription } from '../../../test/subscription-oracle.ts';
import { bought, day, release } from '../../../test/samples.ts';
import { type Subscription, type Subscriptions } from '../subscriptions/subscription-rules.ts';
import { upgradeAmount, upgradeOptions } from './upgrade-rules.ts';

const pricing = makePricing();
const only = ([subscription]: Subscriptions): Subscription => {
  if (!subscription) throw new Error('there is no subscription');
  return subscription;
};
const both = (deliverable: Deliverable) => ({ set: deliverable, active: deliverable });
const digital = bought({ deliverables: both('digital') });
const amounts = (subscriptions: Subscriptions) => {
  const { low_prices: low, high_prices: high } = upgradeOptions(pricing, only(subscriptions));
  return [low, high].map(({ a, b, c }) => [a.amount, b.amount, c.amount]);
};

describe('what an upgrade costs', () => {
  it.each<[string, Subscriptions, number[][]]>([
    [
      'digital with four issues left',
      digital,
      [
        [2800, 4000, 5200],
        [5600, 6800, 8000],
      ],
    ],
    [
      'digital with one issue left',
      release(digital, 1, 2, 3),
      [
        [700, 1000, 1300],
        [1400, 1700, 2000],
      ],
    ],
    [
      'digital that has run out',
      release(digital, 1, 2, 3, 4),
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'print in zone b',
      bought({ deliverables: both('print-b') }),
      [
        [0, 0, 1200],
        [1600, 2800, 4000],
      ],
    ],
    [
      'print in zone a at the high rate',
      bought({ deliverables: both('print-a'), level: 'high' }),
      [
        [0, 0, 0],
        [0, 1200, 2400],
      ],
    ],
    [
      'print paid for, digital for now',
      updateSubscription(bought({ deliverables: both('print-b') }), 's1', { deliverable: 'digital', level: 'low' }, false),
      [
        [0, 0, 1200],
        [1600, 2800, 4000],
      ],
    ],
    [
      'digital for life',
      bought({ deliverables: both('digital'), term: 'lifetime' }),
      [
        [35000, 47000, 59000],
        [65000, 77000, 89000],
      ],
    ],
  ])('for %s', (_, subscriptions, expected) => {
    expect(amounts(subscriptions)).toEqual(expected);
  });

  it('is as much as a year of print at that rate costs more than a digital one', () => {
    const held = { deliverable: 'digital', level: 'low', term: '1year', issues: 4 } as const;
    expect(upgradeAmount(pricing, held, { deliverable: 'print-a', level: 'low' })).toBe(5600 - 2800);
  });

  it.each<[string, Subscriptions, boolean, boolean]>([
    ['a running subscription', digital, true, true],
    ['a lifetime', bought({ term: 'lifetime' }), false, true],
    ['one that has run out', release(digital, 1, 2, 3, 4), true, false],
    ['a cancelled one', cancelSubscription(digital, 's1', day(1)), true, false],
  ])('of %s: can be upgraded %s, can be updated %s', { tags: ['§3.pricing.2'] }, (_, subscriptions, can_upgrade, can_update) => {
    const options = upgradeOptions(pricing, only(subscriptions));
    expect(v.is(UpgradeOptions, options)).toBe(true);
    expect(options).toMatchObject({ can_upgrade, can_update });
  });
});

it('costs as much for each copy', () => {
  const upgrade = (copies: number) => upgradeOptions(pricing, { ...only(digital), copies }).low_prices.a.amount;
  expect(upgrade(3)).toBe(3 * upgrade(1));
});

describe('any sequence of upgrades', () => {
  const deliverable = fc.constantFrom(...Deliverable.options);
  const level = fc.constantFrom(...Level.options);

  it('is never negative and never a fraction of a cent', { tags: ['§9.prices.2'] }, () => {
    fc.assert(
      fc.property(
        deliverable,
        level,
        fc.constantFrom(...Term.options),
        fc.option(fc.nat(12)),
        deliverable,
        level,
        (from, at, term, issues, to, toLevel) => {
          const amount = upgradeAmount(pricing, { deliverable: from, level: at, term, issues }, { deliverable: to, level: toLevel });
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
        },
      ),
    );
  });

  it('costs in steps what it costs at once, and the way back is free', () => {
    fc.assert(
      fc.property(deliverable, fc.array(deliverable, { maxLength: 10 }), (from, path) => {
        const start = bought({ deliverables: both(from) });
        let subscriptions = start;
        let paid = 0;
        for (const to of path) {
          const target = { deliverable: to, level: 'low' } as const;
          const upgrade = upgradeTo(upgradeOptions(pricing, only(subscriptions)), only(subscriptions), target);
          if (upgrade.type === 'payable') paid += upgrade.amount;
          subscriptions = updateSubscription(subscriptions, 's1', target, upgrade.type === 'payable');
        }
        const held = { deliverable: from, level: 'low', term: '1year', issues: 4 } as const;
        const dearest = Math.max(0, ...path.map((to) => upgradeAmount(pricing, held, { deliverable: to, level: 'low' })));
        expect(paid).toBe(dearest);
      }),
    );
  });
});
