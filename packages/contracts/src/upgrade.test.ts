import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeUpgradeOptions } from '../fixtures/subscribe.ts';
import { Deliverable, Level } from './cart.ts';
import { type CurrentSettings, type TargetSettings, type Upgrade, upgradeTo, type UpgradeOptions } from './upgrade.ts';

const current = (set: Deliverable, level: Level, active = set, chosen = level): CurrentSettings => ({
  deliverables: { set, active },
  level,
  settings: { level: chosen },
});
const target = (deliverable: Deliverable, level: Level): TargetSettings => ({ deliverable, level });
const options = makeUpgradeOptions();
const noUpgrade = makeUpgradeOptions({ can_upgrade: false });

describe('changing the settings of a subscription', () => {
  it.each<[string, UpgradeOptions, CurrentSettings, TargetSettings, Upgrade]>([
    ['nothing changes', options, current('digital', 'low'), target('digital', 'low'), { type: 'unchanged' }],
    ['digital to print low', options, current('digital', 'low'), target('print-a', 'low'), { type: 'payable', amount: 2800 }],
    ['digital to print high', options, current('digital', 'low'), target('print-b', 'high'), { type: 'payable', amount: 6800 }],
    ['print low is free when the current level is high', options, current('digital', 'high'), target('print-c', 'low'), { type: 'free' }],
    ['print high is not', options, current('digital', 'high'), target('print-c', 'high'), { type: 'payable', amount: 8000 }],
    ['print to digital', options, current('print-a', 'low'), target('digital', 'low'), { type: 'free' }],
    ['digital low to digital high is not offered', options, current('digital', 'low'), target('digital', 'high'), { type: 'blocked' }],
    ['no automatic upgrade', noUpgrade, current('digital', 'low'), target('print-b', 'low'), { type: 'blocked' }],
    [
      'no automatic upgrade, except for print-c',
      noUpgrade,
      current('digital', 'low'),
      target('print-c', 'low'),
      { type: 'payable', amount: 5200 },
    ],
    ['no automatic upgrade, but free', noUpgrade, current('digital', 'high'), target('print-a', 'low'), { type: 'free' }],
  ])('%s', (_, given, from, to, result) => {
    expect(upgradeTo(given, from, to)).toEqual(result);
  });

  it('prints the low rate at no cost if the current level is high', { tags: ['§9.texts.2'] }, () => {
    expect(upgradeTo(options, current('digital', 'high'), target('print-a', 'low'))).toEqual({ type: 'free' });
  });

  it.each<[string, CurrentSettings, TargetSettings, Upgrade]>([
    ['is what it is now', current('digital', 'high', 'digital', 'low'), target('digital', 'low'), { type: 'unchanged' }],
    ['can be taken back', current('digital', 'high', 'digital', 'low'), target('digital', 'high'), { type: 'free' }],
    ['can be taken back in print', current('print-a', 'high', 'print-a', 'low'), target('print-a', 'high'), { type: 'free' }],
    ['is kept on the way to print', current('digital', 'high', 'digital', 'low'), target('print-b', 'low'), { type: 'free' }],
    [
      'does not give the print of the other rate that was not paid for',
      current('digital', 'high', 'print-a', 'low'),
      target('print-a', 'high'),
      { type: 'payable', amount: 5600 },
    ],
  ])('a rate that was chosen at no cost %s', (_, from, to, result) => {
    const { high_prices: high } = options;
    const paid = from.deliverables.set === 'print-a' ? makeUpgradeOptions({ high_prices: { ...high, a: { amount: 0 } } }) : options;
    expect(upgradeTo(paid, from, to)).toEqual(result);
  });

  it('is blocked when automatic upgrade is unavailable, except for print-c', { tags: ['§5.upgrade.1'] }, () => {
    const types = (['print-a', 'print-b', 'print-c'] as const).map(
      (to) => upgradeTo(noUpgrade, current('digital', 'low'), target(to, 'low')).type,
    );
    expect(types).toEqual(['blocked', 'blocked', 'payable']);
  });

  it('is unavailable when nothing can be updated', { tags: ['§4.update.3', '§8.update.1'] }, () => {
    expect(upgradeTo(makeUpgradeOptions({ can_update: false }), current('digital', 'low'), target('print-a', 'low'))).toEqual({
      type: 'unavailable',
    });
  });

  it('asks for money only where there is a price, and for no other than the one it was told', { tags: ['§4.update.1'] }, () => {
    const deliverables = fc.constantFrom(...Deliverable.options);
    const levels = fc.constantFrom(...Level.options);
    const amount = fc.record({ amount: fc.nat(100_000) });
    const perPrint = fc.record({ a: amount, b: amount, c: amount });
    const anyOptions = fc.record({ low_prices: perPrint, high_prices: perPrint, can_upgrade: fc.boolean(), can_update: fc.boolean() });
    fc.assert(
      fc.property(
        anyOptions,
        deliverables,
        deliverables,
        levels,
        levels,
        deliverables,
        levels,
        (given, set, active, level, chosen, to, toLevel) => {
          const result = upgradeTo(given, current(set, level, active, chosen), target(to, toLevel));
          if (result.type !== 'payable') return;
          const prices = toLevel === 'low' ? given.low_prices : given.high_prices;
          expect(Object.values(prices).map((price) => price.amount)).toContain(result.amount);
          expect(result.amount).toBeGreaterThan(0);
          expect(given.can_upgrade || to === 'print-c').toBe(true);
        },
      ),
    );
  });
});
