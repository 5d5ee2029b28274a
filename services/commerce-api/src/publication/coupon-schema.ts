import * as v from 'valibot';
import { Term } from '@newsstand/contracts/cart';
import { Cents, PositiveNumber, Text, listOf, oneOf } from './fields.ts';

/** Cents off each copy, never more than its price; "free" takes off the price and the shipping too. */
const Discount = v.union([Cents, v.literal('free')], 'must be a whole number of cents, at least 0, or "free"');
export type Discount = v.InferOutput<typeof Discount>;

export const CouponUse = oneOf('new', 'renewal', 'gift');
export type CouponUse = v.InferOutput<typeof CouponUse>;

/**
 * A code that makes standard-rate subscriptions cheaper. A deliverable without a discount is one the coupon cannot be
 * used for.
 * `applied` is worked out from `uses`, in the specification's words (section 3: gift, renewal or other).
 */
export const Coupon = v.pipe(
  v.strictObject({
    code: v.pipe(v.string('must be text'), v.regex(/^[A-Z0-9]{3,20}$/, 'must be 3 to 20 capital letters or digits')),
    uses: v.pipe(listOf(CouponUse), v.minLength(1, 'must hold at least one use')),
    /** How many copies it may be used for, over all readers; left out, as many as one likes. */
    limit: v.optional(PositiveNumber),
    /** How many subscriptions and gifts of one order it may be used for, together; left out, as many as one likes. */
    per_order: v.optional(PositiveNumber),
    /** The terms it may be used for; left out, all of them. */
    terms: v.optional(v.pipe(listOf(oneOf(...Term.options)), v.minLength(1, 'must hold at least one term'))),
    discounts: v.strictObject({
      print_us: v.optional(Discount),
      print_ca: v.optional(Discount),
      print_intl: v.optional(Discount),
      digital: v.optional(Discount),
    }),
    label: Text,
    description: Text,
    category_message: v.optional(Text),
    shipping_message: v.optional(Text),
  }),
  v.transform((coupon) => ({ ...coupon, applied: appliedTo(coupon.uses) })),
);
export type Coupon = v.InferOutput<typeof Coupon>;

export const Coupons = listOf(Coupon);

function appliedTo(uses: CouponUse[]): 'gift' | 'renewal' | 'other' {
  if (uses.every((use) => use === 'gift')) return 'gift';
  if (uses.every((use) => use === 'renewal')) return 'renewal';
  return 'other';
}
