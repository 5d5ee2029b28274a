import type { Coupon } from '@newsstand/contracts/coupon';
import type { SubscribeQuery } from '@newsstand/contracts/subscribe';
import { enterCoupon, type Entered } from './apply-coupon.ts';
import { chosenByLink, type Chosen } from './chosen.ts';

/**
 * How the page opens. `lookUp` is a code of the link that the page's data does not hold: it is asked for. `resets`: the link's coupon decides what is
 * chosen, since nothing else has. `couponFirst`: a link named a coupon, so that it is what the page is about.
 */
export type Start = {
  chosen: Chosen;
  code: string;
  entered: Entered | null;
  error: string | null;
  lookUp: string | null;
  resets: boolean;
  couponFirst: boolean;
};

/** What the link and the page's data say (section 2): what is chosen, and the coupon that it names. `open`: the link names no level and no zone. */
export const startOf = (query: SubscribeQuery, subscriber: boolean, coupon: Coupon | null, open = false): Start =>
  startWith(chosenByLink(query, subscriber), query.code, coupon, open);

/** The same for a page that knows what is chosen; `code` is the link's. */
export const startWith = (chosen: Chosen, code: string | null, coupon: Coupon | null, resets = chosen.renewal): Start => {
  const blank = { chosen, code: code ?? '', entered: null, error: null, lookUp: null, resets, couponFirst: code !== null };
  if (code === null) return blank;
  if (coupon?.code !== code) return { ...blank, lookUp: code };
  const entering = enterCoupon(chosen, code, coupon, resets);
  if (entering.type === 'refused') return { ...blank, error: entering.message };
  return { ...blank, chosen: { ...chosen, ...entering.change }, entered: entering.entered };
};

/** A page that was left and is back: what was chosen, and the code that was in the coupon's field, which changes none of it. */
export const startAgain = (chosen: Chosen, code: string | null, coupon: Coupon | null, { couponFirst }: Start): Start => ({
  ...startWith(chosen, code, coupon, false),
  couponFirst,
});
