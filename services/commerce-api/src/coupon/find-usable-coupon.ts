import type { Coupon } from '@newsstand/contracts/coupon';
import type { Deps } from '../deps.ts';
import type { PublishedData } from '../publication/published-data.ts';
import { findCoupon, isUsedUp } from './coupon-rules.ts';

/** The coupon behind a code for a page that wants to apply it: one that is used up takes nothing off any more. Null for a code that nobody knows. */
export async function findUsableCoupon(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  coupons: PublishedData['coupons'],
  code: string,
): Promise<Coupon | null> {
  const found = findCoupon(coupons, code);
  if (!found) return null;
  // How often it may be used is the publisher's to know.
  const { limit: _limit, ...coupon } = found;
  const where = { publicationId_code: { publicationId: config.publicationId, code: coupon.code } };
  const count = await db.couponCount.findUnique({ where });
  return count && isUsedUp({ used: count.used, limit: count.most }) ? { ...coupon, discounts: {} } : coupon;
}
