import { GOODS, type Availability, type Cart, type CartLine, type GoodType, type Totals } from '@newsstand/contracts/cart';
import { MINIMUM_CHARGE } from '@newsstand/contracts/checkout';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import { shippingPrice, type ShipPrices } from '@newsstand/contracts/shipping-config';

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

/** The cart that a reader is shown, worked out anew from what it holds (sections 3 and 9). Lines that cannot be had at all cost nothing. */
export function priceCart(version: number, rows: CartRow[], prices: ShipPrices): Cart {
  const payable = rows.filter((row) => canBeHad(availability(row)));
  const posted = payable.filter(isPosted).reduce((sum, { quantity }) => sum + quantity, 0);
  const goods = payable.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  return {
    version,
    items: rows.map(({ type, quantity, ref }) => ({ item: type, quantity, ref })),
    giftsubs: [],
    subscription: null,
    donation: null,
    billing: byZone((shipcode) => rows.map((row) => cartLine(row, shipcode))),
    totals: byZone((shipcode) => totals(goods, shippingPrice(prices, shipcode, posted))),
    address_required: rows.some(isPosted),
    can_checkout: rows.length > 0 && rows.every((row) => availability(row).type === 'available'),
  };
}

/** Section 9 by way of the card provider's minimum: 1 to 49 cents are waived. No good is discounted: coupons are for subscriptions. */
export function totals(goods: number, shipping: number, discount = 0): Totals {
  const due = goods + shipping - discount;
  const waived = due < MINIMUM_CHARGE ? due : 0;
  return { goods, shipping, discount, waived, total: due - waived };
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
