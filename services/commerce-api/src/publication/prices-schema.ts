import * as v from 'valibot';
import { Cents, Text, listOf } from './fields.ts';

/**
 * In cents. Two and three years cost the one-year price times 2 and 3 (specification 9); lifetime has its own price.
 */
const BasePrice = v.strictObject({ '1year': Cents, lifetime: Cents });
const PerZone = v.strictObject({ a: Cents, b: Cents, c: Cents });

export const Prices = v.strictObject({
  base: v.strictObject({
    'print-low': BasePrice,
    'print-high': BasePrice,
    'digital-low': BasePrice,
    'digital-high': BasePrice,
  }),
  /** Shipping of a print subscription for its whole term, in cents. */
  shipping: v.strictObject({ '1year': PerZone, '2year': PerZone, '3year': PerZone, lifetime: PerZone }),
  /** Moving a running digital subscription to print at that level, in cents for each issue that is still owed. */
  upgrades: v.strictObject({ low: PerZone, high: PerZone }),
});
export type Prices = v.InferOutput<typeof Prices>;

/** A named donation, in cents once or each month. */
export const DonationTier = v.strictObject({ name: Text, onetime: Cents, monthly: Cents, description: Text });
export type DonationTier = v.InferOutput<typeof DonationTier>;

export const DonationTiers = v.pipe(listOf(DonationTier), v.minLength(1, 'must hold at least one tier'));
