import type { LinkedCoupon, SubscribeQuery } from '@newsstand/contracts/subscribe';
import { enterCoupon, type Entered } from './apply-coupon.ts';
import { refusalText } from './refusal-text.ts';
import { chosenByLink, type Chosen } from './chosen.ts';

/**
 * How the page opens. `lookUp` is a code of the link of which the page's data say nothing: it is asked for. `changed`:
 * the coupon is for other settings than those of the subscription that is renewed. `couponFirst`: a link named a
 * coupon, so that it is what the page is about.
 */
export type Start = {
  chosen: Chosen;
  code: string;
  entered: Entered | null;
  error: string | null;
  lookUp: string | null;
  changed: boolean;
  couponFirst: boolean;
};

/** What the link and the page's data say (section 2): what is chosen, and the coupon that it names. */
export const startOf = (query: SubscribeQuery, subscriber: boolean, linked: LinkedCoupon): Start =>
  startWith(chosenByLink(query, subscriber), query.code, linked);

/** The same for a page that knows what is chosen; `code` is the link's. */
export const startWith = (chosen: Chosen, code: string | null, { coupon, coupon_refusal: refusal }: LinkedCoupon): Start => {
  const blank = { chosen, code: code ?? '', entered: null, error: null, lookUp: null, changed: false, couponFirst: code !== null };
  if (code === null) return blank;
  // While none is looked up, asking for it would be refused as well.
  if (refusal) return { ...blank, error: refusalText(refusal.errors, code) };
  if (coupon?.code !== code) return { ...blank, lookUp: code };
  const entering = enterCoupon(chosen, code, coupon);
  if (entering.type === 'refused') return { ...blank, error: entering.message };
  const changed = chosen.renewal && Object.keys(entering.change).length > 0;
  return { ...blank, chosen: { ...chosen, ...entering.change }, entered: entering.entered, changed };
};

/** A page that was left and is back: what was chosen, and the code that was in the coupon's field. */
export const startAgain = (chosen: Chosen, code: string | null, linked: LinkedCoupon, { couponFirst }: Start): Start => ({
  ...startWith(chosen, code, linked),
  couponFirst,
});
