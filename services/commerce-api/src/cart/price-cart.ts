import { GOODS, type Availability, type Cart, type CartLine, type GoodType } from '@newsstand/contracts/cart';
import { addUp } from '@newsstand/contracts/pricing';
import { quantityToBeHad } from '@newsstand/contracts/quantity-to-be-had';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import { shippingPrice, type ShipPrices } from '@newsstand/contracts/shipping-config';
import { NO_MEMBERSHIP, membershipLines, needsAddress, type Membership, type Offer } from '../pricing/membership-rules.ts';

/** A line of a cart with its good as it is sold now. `price` in cents; `stock` is what this reader may still buy, null for what never runs out. */
export type CartRow = {
  type: GoodType;
  ref: string;
  quantity: number;
  name: string;
  detail: string | null;
  slug: string;
  image: { source: string; width: number; height: number };
  price: number;
  stock: number | null;
  on_sale: boolean;
};

/** The cart that a reader is shown, worked out anew from what it holds (sections 3 and 9). What of a line cannot be had costs nothing. */
export function priceCart(
  version: number,
  rows: CartRow[],
  shipPrices: ShipPrices,
  membership: Membership = NO_MEMBERSHIP,
  offer: Offer | null = null,
): Cart {
  const posted = rows.filter(isPosted).reduce((sum, row) => sum + countOf(row), 0);
  const goods = rows.reduce((sum, row) => sum + row.price * countOf(row), 0);
  const members = byZone((shipcode) => (offer ? membershipLines(offer, membership, shipcode) : []));
  return {
    version,
    items: rows.map(({ type, quantity, ref }) => ({ item: type, quantity, ref })),
    giftsubs: [...membership.giftsubs],
    subscription: membership.subscription,
    donation: membership.donation,
    billing: byZone((shipcode) => [...members[shipcode], ...rows.map((row) => cartLine(row, shipcode))]),
    totals: byZone((shipcode) =>
      addUp([
        ...members[shipcode].map(({ price, quantity, shipping, discount }) => ({ goods: price * quantity, shipping, discount })),
        { goods, shipping: shippingPrice(shipPrices, shipcode, posted), discount: 0 },
      ]),
    ),
    address_required: rows.some(isPosted) || needsAddress(membership),
    can_checkout: rows.length + members.a.length > 0 && rows.every((row) => availability(row).type === 'available'),
  };
}

function cartLine(row: CartRow, shipcode: Shipcode): CartLine {
  const { type, ref, quantity, name, detail, slug, price } = row;
  const { source, width, height } = row.image;
  const state = availability(row);
  return {
    id: `${type}/${ref}`,
    cart: { type, ref, item: { medium: GOODS[type].medium }, qty: quantity },
    name,
    detail,
    slug,
    image: { source, width, height },
    change_quantity: canBeHad(state),
    quantity,
    price,
    // Goods ship per order: the price of it is in the totals.
    shipping: 0,
    discount: 0,
    shipcode,
    availability: state,
  };
}

function availability({ on_sale, stock, quantity }: CartRow): Availability {
  if (!on_sale) return { type: 'withdrawn' };
  if (stock === null || stock >= quantity) return { type: 'available', left: stock };
  return stock > 0 ? { type: 'short', left: stock } : { type: 'sold-out' };
}

function countOf(row: CartRow): number {
  return quantityToBeHad({ availability: availability(row), quantity: row.quantity });
}

function canBeHad({ type }: Availability): boolean {
  return type === 'available' || type === 'short';
}

function isPosted({ type }: CartRow): boolean {
  return GOODS[type].medium === 'print';
}

function byZone<Value>(make: (shipcode: Shipcode) => Value): Record<Shipcode, Value> {
  const [a, b, c] = SHIPCODES;
  return { [a]: make(a), [b]: make(b), [c]: make(c) };
}
