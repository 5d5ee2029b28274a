import type { Cart, CartLine } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import { addUp } from '@newsstand/contracts/pricing';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { Deliverable } from '@newsstand/contracts/cart';

/** `ref` says what paying for it changes; `amount` in cents. */
export type UpgradeLine = { ref: string; detail: string; deliverable: Deliverable; amount: number };

/** A cart of its own with one upgrade in it, which costs the same in every zone. The cart of the store is left alone. */
export function upgradeCart({ ref, detail, deliverable, amount }: UpgradeLine): Cart {
  const line = (shipcode: Shipcode): CartLine => ({
    id: `subscription-upgrade/${ref}`,
    cart: { type: 'subscription-upgrade', ref, item: { medium: mediumOf(deliverable) }, qty: 1 },
    name: 'Upgrade',
    detail,
    slug: null,
    image: null,
    change_quantity: false,
    quantity: 1,
    price: amount,
    shipping: 0,
    discount: 0,
    shipcode,
    availability: { type: 'available', left: null },
  });
  const totals = addUp([{ goods: amount, shipping: 0, discount: 0 }]);
  return {
    version: 0,
    items: [],
    giftsubs: [],
    subscription: null,
    donation: null,
    billing: { a: [line('a')], b: [line('b')], c: [line('c')] },
    totals: { a: totals, b: totals, c: totals },
    address_required: mediumOf(deliverable) === 'print',
    can_checkout: true,
  };
}
