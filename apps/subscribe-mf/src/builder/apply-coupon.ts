import { allowedDeliverables, type Coupon, type CouponResult, couponText, resetToCoupon, tryCoupon } from '@newsstand/contracts/coupon';
import type { Deliverable } from '@newsstand/contracts/cart';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import { choiceOf, type Chosen, trialOf } from './chosen.ts';

/** A coupon that can be used on this page. Whether it takes anything off depends on what is chosen at the moment. */
export type Entered = { code: string; coupon: Coupon };

/** What comes of entering a code: it stays, with what it changes of the choice, or it is refused with a message. */
export type Entering = { type: 'entered'; entered: Entered; change: Partial<Chosen> } | { type: 'refused'; message: string };

/**
 * Tries a code on what is chosen. A gift-only coupon forces purpose gift (section 2), and each resets the choice to one
 * that it allows (section 4).
 */
export const enterCoupon = (chosen: Chosen, code: string, coupon: Coupon | null): Entering => {
  const result = tryCoupon(code, coupon, trialOf(chosen));
  if (result.type === 'forces-gift') return withChange({ purpose: 'gift' }, enterCoupon({ ...chosen, purpose: 'gift' }, code, coupon));
  if (result.type === 'cannot-apply' || coupon === null)
    return { type: 'refused', message: 'why' in result ? couponText(result.why) : code };
  return { type: 'entered', entered: { code, coupon }, change: resetTo(coupon, chosen) };
};

const withChange = (change: Partial<Chosen>, entering: Entering): Entering =>
  entering.type === 'entered' ? { ...entering, change: { ...change, ...entering.change } } : entering;

/**
 * Only what the coupon changes: an empty object where it fits the choice. Files become print in the zone that is chosen
 * already, where that is allowed.
 */
const resetTo = (coupon: Coupon, chosen: Chosen): Partial<Chosen> => {
  const fits = allowedDeliverables(coupon).includes(choiceOf(chosen).deliverable);
  const { deliverable, level, term } = resetToCoupon(coupon, choiceOf(fits ? chosen : { ...chosen, medium: 'print' }));
  const [medium, shipcode] = [mediumOf(deliverable), shipcodeOf(deliverable)];
  return {
    ...(level !== chosen.level && { level }),
    ...(term !== chosen.term && { term }),
    ...(medium !== chosen.medium && { medium }),
    ...(shipcode !== null && shipcode !== chosen.shipcode && { shipcode }),
  };
};

/**
 * The coupon on what is chosen now: turned off while the choice is not one that it allows, and on again when it is
 * (section 4).
 */
export const couponResult = (chosen: Chosen, entered: Entered | null): CouponResult | null =>
  entered === null ? null : tryCoupon(entered.code, entered.coupon, trialOf(chosen));

/** What a coupon leaves to choose from (section 5). Without one, everything. */
export type Allowed = { personal: boolean; high: boolean; media: ReadonlySet<string>; deliverables: ReadonlySet<Deliverable> };

const ALL: Deliverable[] = ['print-a', 'print-b', 'print-c', 'digital'];

export const allowedBy = (entered: Entered | null): Allowed => {
  const deliverables = entered === null ? ALL : allowedDeliverables(entered.coupon);
  return {
    personal: entered === null || entered.coupon.uses.includes('new'),
    high: entered === null,
    media: new Set(deliverables.map(mediumOf)),
    deliverables: new Set(deliverables),
  };
};
