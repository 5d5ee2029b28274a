import type { CartSubscription, Giftsub } from '@newsstand/contracts/cart';
import { tryCoupon, type Coupon, type CouponResult, type CouponTold } from '@newsstand/contracts/coupon';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { apiText } from '../../platform/http/api-text.ts';
import type { CodedText } from '../../platform/http/coded-text.ts';

/** The coupon behind a code as a reader types it: white space and case do not matter. */
export function findCoupon<Found extends Coupon>(coupons: readonly Found[], code: string): Found | null {
  return coupons.find((coupon) => coupon.code === normal(code)) ?? null;
}

/**
 * What comes of the coupon of a cart's own subscription, when it ships to a zone; null without one. `copies`: of all
 * that the order has it on.
 */
export function subscriptionCoupon(
  coupons: readonly Coupon[],
  subscription: CartSubscription,
  shipcode: Shipcode,
  copies: number,
): CouponResult | null {
  const { coupon: code, medium, level, term, renewal } = subscription;
  if (code === null) return null;
  const trial = { purpose: 'personal', renewal, deliverable: deliverableOf(medium, shipcode), level, term, copies } as const;
  return tryCoupon(code, findCoupon(coupons, code), trial);
}

/** What comes of the coupon of a gift; null without one. `copies`: of all that the order has it on. */
export function giftCoupon(
  coupons: readonly Coupon[],
  { coupon: code, deliverable, level, term }: Giftsub,
  copies: number,
): CouponResult | null {
  if (code === null) return null;
  return tryCoupon(code, findCoupon(coupons, code), { purpose: 'gift', renewal: false, deliverable, level, term, copies });
}

/** Why a coupon takes nothing off, as everything else that the service tells. */
export function couponTold(why: CouponTold): CodedText {
  switch (why.key) {
    case 'unable':
      return apiText('coupon_unable', why.values);
    case 'too_many':
      return apiText('coupon_too_many', why.values);
    default:
      return apiText(`coupon_${why.key}`);
  }
}

/** How many copies of an order each coupon is on, whatever comes of it there: `per_order` counts them together. */
export function countCopies(copies: readonly { coupon: string | null; copies: number }[]): (code: string | null) => number {
  const counts = new Map<string, number>();
  for (const each of copies) {
    if (each.coupon !== null) counts.set(normal(each.coupon), (counts.get(normal(each.coupon)) ?? 0) + each.copies);
  }
  return (code) => (code === null ? 0 : (counts.get(normal(code)) ?? 0));
}

/**
 * A coupon's uses so far and the most it has (null: no limit); `wanted` more. The database holds the same rule, for
 * readers at the same moment.
 */
export function isUsedUp({ used, limit }: { used: number; limit: number | null }, wanted = 1): boolean {
  return limit !== null && used + wanted > limit;
}

function normal(code: string): string {
  return code.trim().toUpperCase();
}
