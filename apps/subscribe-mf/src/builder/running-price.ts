import type { CouponResult } from '@newsstand/contracts/coupon';
import { GOODS, type Totals } from '@newsstand/contracts/cart';
import { isExtraDonation } from '@newsstand/contracts/donation';
import { addUp, type Pricing, subscriptionPrice, type SubscriptionPrice } from '@newsstand/contracts/pricing';
import type { Product } from '@newsstand/contracts/product';
import { type ShipPrices, shippingPrice } from '@newsstand/contracts/shipping-config';
import { choiceOf, copiesOf, type Chosen } from './chosen.ts';

export type RunningPrice = {
  subscription: SubscriptionPrice;
  copies: number;
  swag: { ref: string; name: string; quantity: number; amount: number }[];
  /** Posting the products; null when nothing of them is posted, or when only check-out knows where to. */
  goodsShipping: number | null;
  donation: number;
  totals: Totals;
};

type Offer = { pricing: Pricing; swag: readonly Product[]; shipPrices: ShipPrices | null };

/** What is chosen costs this much, in cents, by the rules that the server charges by (section 9). */
export const runningPrice = ({ pricing, swag, shipPrices }: Offer, chosen: Chosen, coupon: CouponResult | null): RunningPrice => {
  const copies = copiesOf(chosen);
  const subscription = subscriptionPrice(pricing, choiceOf(chosen), coupon, copies);
  const taken = swag.flatMap(({ ref, name, print_price }) => {
    const quantity = chosen.swag[ref]?.quantity ?? 0;
    return quantity === 0 ? [] : [{ ref, name, quantity, amount: print_price * quantity }];
  });
  const goodsShipping = postedHere(chosen) && shipPrices ? shippingPrice(shipPrices, chosen.shipcode, postedGoods(swag, chosen)) : null;
  const donation = isExtraDonation(chosen.donation) ? chosen.donation * 100 : 0;
  const totals = addUp([
    { goods: subscription.price * copies, shipping: subscription.shipping, discount: subscription.discount },
    ...taken.map(({ amount }) => ({ goods: amount, shipping: 0, discount: 0 })),
    { goods: donation, shipping: goodsShipping ?? 0, discount: 0 },
  ]);
  return { subscription, copies, swag: taken, goodsShipping, donation, totals };
};

/** How many of the products taken along are posted. */
export const postedGoods = (swag: readonly Product[], chosen: Chosen): number =>
  swag.reduce((sum, { ref, type }) => sum + (GOODS[type].medium === 'print' ? (chosen.swag[ref]?.quantity ?? 0) : 0), 0);

/** A gift's zone is its giftee's; products go to who buys them, and where that is only check-out asks. */
const postedHere = ({ purpose }: Chosen): boolean => purpose === 'personal';
