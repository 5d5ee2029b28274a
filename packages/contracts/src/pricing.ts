import * as v from 'valibot';
import type { Deliverable, Level, Term, Totals } from './cart.ts';
import { MINIMUM_CHARGE } from './checkout.ts';
import type { CouponResult } from './coupon.ts';
import { categoryOf, shipcodeOf } from './deliverable.ts';
import { Cents } from './money.ts';
import { yearsOf } from './term.ts';

const BasePrice = v.object({ '1year': Cents, lifetime: Cents });
/** Cents for each zone. */
export const PerZone = v.object({ a: Cents, b: Cents, c: Cents });
export type PerZone = v.InferOutput<typeof PerZone>;

/**
 * A publication's subscription prices in cents (section 3, pricing). `base` is by category and term, `shipping` by term
 * and zone for the whole term,
 * `upgrades` is what moving from digital to print costs at each level, for each issue still owed.
 */
export const Pricing = v.object({
  base: v.object({ 'print-low': BasePrice, 'print-high': BasePrice, 'digital-low': BasePrice, 'digital-high': BasePrice }),
  shipping: v.object({ '1year': PerZone, '2year': PerZone, '3year': PerZone, lifetime: PerZone }),
  upgrades: v.object({ low: PerZone, high: PerZone }),
});
export type Pricing = v.InferOutput<typeof Pricing>;

/** What is chosen of a subscription, personal or gift. */
export type Choice = { deliverable: Deliverable; level: Level; term: Term };

/** In cents: `price` is for one copy, the others for all of them. `total` = price × quantity + shipping - discount. */
export type SubscriptionPrice = { price: number; shipping: number; discount: number; total: number };

/**
 * What a subscription costs, on the page while it is chosen and on the server when it is billed (section 9). Takes off
 * what a coupon gives only when it is applied, per copy.
 */
export const subscriptionPrice = (
  pricing: Pricing,
  choice: Choice,
  coupon: CouponResult | null = null,
  quantity = 1,
): SubscriptionPrice => {
  const price = basePrice(pricing, choice);
  const shipping = termShipping(pricing, choice);
  const discount = discountPerCopy(price, shipping, coupon);
  return {
    price,
    shipping: shipping * quantity,
    discount: discount * quantity,
    total: (price + shipping - discount) * quantity,
  };
};

/** The one-year price times 1, 2 or 3; a lifetime has its own (section 9). */
export const basePrice = ({ base }: Pricing, { deliverable, level, term }: Choice): number => {
  const prices = base[categoryOf(deliverable, level)];
  const years = yearsOf(term);
  return years === null ? prices.lifetime : prices['1year'] * years;
};

/** Shipping for the whole term; nothing for what is not posted. */
export const termShipping = ({ shipping }: Pricing, { deliverable, term }: Pick<Choice, 'deliverable' | 'term'>): number => {
  const shipcode = shipcodeOf(deliverable);
  return shipcode === null ? 0 : shipping[term][shipcode];
};

/**
 * Adds the parts of an order up, in cents. A total of 1 to 49 cents is below the card provider's minimum and waived.
 */
export const addUp = (parts: { goods: number; shipping: number; discount: number }[]): Totals => {
  const sum = (of: 'goods' | 'shipping' | 'discount') => parts.reduce((total, part) => total + part[of], 0);
  const goods = sum('goods');
  const shipping = sum('shipping');
  const discount = sum('discount');
  const due = goods + shipping - discount;
  const waived = due < MINIMUM_CHARGE ? due : 0;
  return { goods, shipping, discount, waived, total: due - waived };
};

function discountPerCopy(price: number, shipping: number, coupon: CouponResult | null): number {
  if (coupon?.type !== 'applied') return 0;
  return coupon.discount === 'free' ? price + shipping : Math.min(coupon.discount, price);
}
