import type { CouponResult } from '@newsstand/contracts/coupon';
import type { Product } from '@newsstand/contracts/product';
import type { MembershipItem } from '../calls.ts';
import type { Entered } from './apply-coupon.ts';
import { choiceOf, copiesOf, type Chosen } from './chosen.ts';

/**
 * What is chosen, as the cart takes it (section 3, cart payload). A coupon goes along only while it takes something
 * off.
 */
export const toCart = (chosen: Chosen, swag: readonly Product[], entered: Entered | null, result: CouponResult | null): MembershipItem => {
  const coupon = result?.type === 'applied' && entered !== null ? entered.coupon.code : null;
  const { renewal, medium, level, term, shipcode, donation } = chosen;
  const personal = chosen.purpose === 'personal';
  return {
    items: swag.flatMap(({ type, ref }) => {
      const taken = chosen.swag[ref];
      return taken ? [{ item: type, quantity: taken.quantity, ref: taken.size ?? ref }] : [];
    }),
    giftsubs: personal ? [] : Array.from({ length: copiesOf(chosen) }, () => ({ ...choiceOf(chosen), coupon })),
    subscription: personal ? { renewal, medium, level, term, coupon, shipcode } : null,
    donation: donation === 0 ? null : { process: 'onetime', dollars: donation },
  };
};
