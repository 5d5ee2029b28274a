import {
  GOODS,
  type Availability,
  type Cart,
  type CartLine,
  type CartMembership,
  type CartSubscription,
  type Good,
  type GoodType,
} from '@newsstand/contracts/cart';
import { deliverableOf } from '@newsstand/contracts/deliverable';
import { addUp } from '@newsstand/contracts/pricing';
import { availableQuantity } from '@newsstand/contracts/available-quantity';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import { shippingPrice, type ShipPrices } from '@newsstand/contracts/shipping-config';
import { defaultZone, DONATION_ZONE, type ZoneSettings } from '../../publication/default-zone.ts';
import { NO_MEMBERSHIP, membershipLines, needsAddress, type Membership, type Offer } from '../../rules/pricing/membership-rules.ts';

/**
 * A line of a cart with its good as it is sold now. `price` in cents; `stock` is what this reader may still buy, null
 * for what never runs out.
 */
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
  /** Whether others hold some of what there is too little of; null where there is enough. */
  held?: boolean | null;
  on_sale: boolean;
};

/**
 * The cart that a reader is shown, worked out anew from what it holds (sections 3 and 9). What of a line cannot be had
 * costs nothing.
 */
export function priceCart(
  version: number,
  rows: CartRow[],
  shipPrices: ShipPrices,
  offer: Offer & ZoneSettings,
  membership: Membership = NO_MEMBERSHIP,
): Cart {
  const zone = zoneOf(offer, membership, rows.length);
  const posted = rows.filter(isPosted).reduce((sum, row) => sum + countOf(row), 0);
  const goods = rows.reduce((sum, row) => sum + row.price * countOf(row), 0);
  const members = byZone((shipcode) => membershipLines(offer, membership, shipcode));
  return {
    version,
    items: rows.map(({ type, quantity, ref }) => ({ item: type, quantity, ref })),
    giftsubs: [...membership.giftsubs],
    subscription: membership.subscription,
    donation: membership.donation,
    goods: rows.map(toGood),
    membership: membershipOf(membership.subscription, zone),
    billing: byZone((shipcode) => [...members[shipcode], ...rows.map((row) => cartLine(row, shipcode))]),
    totals: byZone((shipcode) =>
      addUp([
        ...members[shipcode].map(({ price, quantity, shipping, discount }) => ({ goods: price * quantity, shipping, discount })),
        { goods, shipping: shippingPrice(shipPrices, shipcode, posted), discount: 0 },
      ]),
    ),
    shipcode: zone,
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

function toGood(row: CartRow): Good {
  const { type, ref, quantity: qty, name, price } = row;
  return { name, medium: GOODS[type].medium, qty, ref, outlays: { amount: price * countOf(row), shipping: 0, discount: 0 } };
}

/**
 * Section 9: the zone that was chosen with the subscription, that of a donation which is by itself, or the
 * publication's default.
 */
function zoneOf(publication: ZoneSettings, { subscription, giftsubs, donation }: Membership, goods: number): Shipcode {
  if (subscription) return subscription.shipcode ?? defaultZone(publication);
  return donation && giftsubs.length === 0 && goods === 0 ? DONATION_ZONE : defaultZone(publication);
}

function membershipOf(subscription: CartSubscription | null, zone: Shipcode): CartMembership | null {
  if (!subscription) return null;
  const { renewal, medium, level, term, coupon } = subscription;
  const phase = renewal ? 'renewal' : 'introductory';
  return { type: 'subscription', item: { phase, medium, level, term, copies: 1, coupon, deliverable: deliverableOf(medium, zone) } };
}

function availability({ on_sale, stock, quantity, held: isHeld }: CartRow): Availability {
  if (!on_sale) return { type: 'withdrawn' };
  if (stock === null || stock >= quantity) return { type: 'available', left: stock };
  const held = isHeld ? { held: true } : {};
  return stock > 0 ? { type: 'short', left: stock, ...held } : { type: 'sold-out', ...held };
}

function countOf(row: CartRow): number {
  return availableQuantity({ availability: availability(row), quantity: row.quantity });
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
