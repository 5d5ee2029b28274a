import type { Coupon } from '@newsstand/contracts/coupon';
import { coupon } from '@newsstand/contracts/subscribe-endpoints';
import { createTableApi } from '@newsstand/ui/call-table';

const coupons = new Map<string, Promise<Coupon | null>>();

/** The coupon behind a code, asked for once a page: React asks for it again each time it renders. */
export const readCoupon = (base: string, code: string): Promise<Coupon | null> => {
  const key = `${base} ${code}`;
  const known = coupons.get(key) ?? askCoupon(base, code);
  coupons.set(key, known);
  return known;
};

/** The coupon behind a code as it is now; null for a code that nobody knows, and where the server cannot be asked. */
export const askCoupon = async (base: string, code: string): Promise<Coupon | null> => {
  const answer = await createTableApi(base, { coupon })('coupon', { query: { code } });
  return answer.ok ? answer.data : null;
};
