import type { CartSubscription, Giftsub } from '@newsstand/contracts/cart';
import { tryCoupon, type Coupon, type CouponResult } from '@newsstand/contracts/coupon';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';

/** The coupon behind a code as a reader types it: white space and case do not matter. */
export function findCoupon<Found extends Coupon>(coupons: readonly Found[], code: string): Found | null {
  const wanted = code.trim().toUpperCase();
  return coupons.find((coupon) => coupon.code === wanted) ?? null;
}

/** What comes of the coupon of a cart's own subscription, when it ships to a zone; null without one. */
export function subscriptionCoupon(coupons: readonly Coupon[], subscription: CartSubscription, shipcode: Shipcode): CouponResult | null {
  const { coupon: code, medium, level, renewal } = subscription;
  if (code === null) return null;
  const trial = { purpose: 'personal', renewal, deliverable: deliverableOf(medium, shipcode), level } as const;
  return tryCoupon(code, findCoupon(coupons, code), trial);
}

/** What comes of the coupon of a gift; null without one. */
export function giftCoupon(coupons: readonly Coupon[], { coupon: code, deliverable, level }: Giftsub): CouponResult | null {
  if (code === null) return null;
  return tryCoupon(code, findCoupon(coupons, code), { purpose: 'gift', renewal: false, deliverable, level });
}

/** A coupon's uses so far and the most it has (null: no limit); `wanted` more. The database holds the same rule, for readers at the same moment. */
export function isUsedUp({ used, limit }: { used: number; limit: number | null }, wanted = 1): boolean {
  return limit !== null && used + wanted > limit;
}
