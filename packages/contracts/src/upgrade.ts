import * as v from 'valibot';
import type { Deliverable, Level } from './cart.ts';
import { shipcodeOf } from './deliverable.ts';
import { Cents } from './money.ts';

const Amount = v.object({ amount: Cents });
const PerPrint = v.object({ a: Amount, b: Amount, c: Amount });

/**
 * What moving one running subscription to print would cost, in cents for all its issues still owed, by zone and level
 * (section 3, upgrade options).
 * `can_update`: its settings may change at all. `can_upgrade`: a move that costs something can be paid for here.
 */
export const UpgradeOptions = v.object({ low_prices: PerPrint, high_prices: PerPrint, can_upgrade: v.boolean(), can_update: v.boolean() });
export type UpgradeOptions = v.InferOutput<typeof UpgradeOptions>;

/**
 * What a subscription is paid for and how it is delivered; `level` is the one that was paid, that of `settings` the one
 * that was chosen since (at no cost).
 */
export type CurrentSettings = { deliverables: { set: Deliverable; active: Deliverable }; level: Level; settings: { level: Level } };
export type TargetSettings = { deliverable: Deliverable; level: Level };

/**
 * What a change of settings asks of the reader (section 4): nothing, a plain submit, a payment; or it cannot be had
 * here.
 */
export type Upgrade =
  | { type: 'unchanged' }
  | { type: 'free' }
  | { type: 'payable'; amount: number }
  | { type: 'blocked' }
  /** Section 8, subscription update unavailable. */
  | { type: 'unavailable' };

/** What it takes to move a subscription to other settings, on the page and on the server (sections 4, 5 and 9). */
export const upgradeTo = (options: UpgradeOptions, current: CurrentSettings, target: TargetSettings): Upgrade => {
  if (!options.can_update) return { type: 'unavailable' };
  if (target.deliverable === current.deliverables.active && target.level === current.settings.level) return { type: 'unchanged' };
  const shipcode = shipcodeOf(target.deliverable);
  // Upgrade prices are for print: a digital subscription cannot be raised to the high level half-way.
  if (shipcode === null) return target.level === 'high' && current.level === 'low' ? { type: 'blocked' } : { type: 'free' };
  // Section 9: the low rate upgrades print at no cost if the current level is high.
  if (target.level === 'low' && current.level === 'high') return { type: 'free' };
  const { amount } = options[`${target.level}_prices`][shipcode];
  if (amount === 0) return { type: 'free' };
  const payable = options.can_upgrade || target.deliverable === 'print-c';
  return payable ? { type: 'payable', amount } : { type: 'blocked' };
};
