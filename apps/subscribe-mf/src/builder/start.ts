import type { Coupon } from '@newsstand/contracts/coupon';
import type { SubscribeQuery } from '@newsstand/contracts/subscribe';
import { enterCoupon, type Entered } from './apply-coupon.ts';
import { chosenByLink, type Chosen } from './chosen.ts';

/** How the page opens. `lookUp` is a code of the link that the page's data does not hold: it is asked for. */
export type Start = { chosen: Chosen; code: string; entered: Entered | null; error: string | null; lookUp: string | null };

/** What the link and the page's data say (section 2): what is chosen, and the coupon that it names. */
export const startOf = (query: SubscribeQuery, subscriber: boolean, coupon: Coupon | null): Start =>
  startWith(chosenByLink(query, subscriber), query.code, coupon);

/** The same for a page that knows what is chosen; `code` is the link's. */
export const startWith = (chosen: Chosen, code: string | null, coupon: Coupon | null): Start => {
  if (code === null) return { chosen, code: '', entered: null, error: null, lookUp: null };
  if (coupon?.code !== code) return { chosen, code, entered: null, error: null, lookUp: code };
  const entering = enterCoupon(chosen, code, coupon);
  if (entering.type === 'refused') return { chosen, code, entered: null, error: entering.message, lookUp: null };
  return { chosen: { ...chosen, ...entering.change }, code, entered: entering.entered, error: null, lookUp: null };
};
