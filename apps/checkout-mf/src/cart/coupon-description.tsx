import { use } from 'react';
import { readCoupon } from './read-coupon.ts';

/** What a coupon says of itself; nothing where it cannot be read: the discount stands beside its line anyway. */
export const CouponDescription = ({ base, code }: { base: string; code: string }) => use(readCoupon(base, code))?.description ?? null;
