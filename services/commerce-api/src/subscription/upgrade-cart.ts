import type { Cart, CartLine } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import { addUp, type Choice } from '@newsstand/contracts/pricing';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import { lineText, type Messages } from '../pricing/line-texts.ts';
import { describeChoice } from '../pricing/membership-rules.ts';

/** `ref` says what paying for it changes, `choice` to what; `amount` in cents. */
export type UpgradeLine = { ref: string; choice: Choice; amount: number };

/** A cart of its own with one upgrade in it, which costs the same in every zone. The cart of the store is left alone. */
export function upgradeCart({ ref, choice, amount }: UpgradeLine, messages: Messages): Cart {
  const { deliverable } = choice;
  const line = (shipcode: Shipcode): CartLine => ({
    id: `subscription-upgrade/${ref}`,
    cart: { type: 'subscription-upgrade', ref, item: { medium: mediumOf(deliverable) }, qty: 1 },
    name: lineText(messages, 'upgrade'),
    detail: describeChoice(choice, messages),
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
