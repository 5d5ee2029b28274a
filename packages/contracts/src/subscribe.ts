import * as v from 'valibot';
import { upTo } from './bounded.ts';
import { CartItem, Deliverable, Giftsub, Level, Medium, Term } from './cart.ts';
import { CheckoutBody } from './checkout.ts';
import { CouponCode } from './coupon-code.ts';
import { Coupon } from './coupon.ts';
import { readCategory, type Category } from './deliverable.ts';
import { Dollars, DonationTier } from './donation.ts';
import { Pricing } from './pricing.ts';
import { Product } from './product.ts';
import { clampQuantity, MAX_LINES, MAX_QUANTITY } from './quantity.ts';
import { Refusal } from './refusal.ts';
import { says } from './schema-message.ts';
import { Shipcode, shipcodeIn, ShippingCode } from './shipcode.ts';
import { readYears } from './term.ts';

/** Section 5 and 9: at most two products are offered beside a subscription. */
export const MAX_SWAG = 2;

/** At most so many gifts, of all kinds, in one cart: five kinds of 20 (section 9). */
export const MAX_GIFTSUBS = 100;

/** What the builder's pages are told at load (sections 3 and 7, subscribe options). */
export const SubscribeOptions = v.object({
  pricing: Pricing,
  donation_tiers: v.array(DonationTier),
  swag: v.pipe(v.array(Product), v.maxLength(MAX_SWAG)),
  coupon: v.nullable(Coupon),
  /**
   * Why the link's code was not looked up: too many wrong ones came from this network. It is worth another try after so
   * many seconds. Absent otherwise.
   */
  coupon_refusal: v.optional(v.object({ ...Refusal.entries, retry_after: v.number() })),
});
/** The coupon of a page's link, and why there is none. */
export type LinkedCoupon = Pick<SubscribeOptions, 'coupon' | 'coupon_refusal'>;
export type SubscribeOptions = v.InferOutput<typeof SubscribeOptions>;

/** A donation as a page asks for it; what it is in cents, the server works out. */
const DonationWish = v.object({
  process: v.picklist(['onetime', 'monthly-init'], says('process')),
  dollars: Dollars,
});

/**
 * The cart payload of the builder's pages (section 3). The subscription's zone is the body's shipcode; a gift names its
 * own.
 */
export const BuilderCart = v.object({
  items: v.optional(v.pipe(v.array(CartItem), v.maxLength(MAX_LINES, says('lines_in_cart', undefined, MAX_LINES))), []),
  giftsubs: v.optional(v.pipe(v.array(Giftsub), v.maxLength(MAX_GIFTSUBS, says('gifts_in_order', undefined, MAX_GIFTSUBS))), []),
  subscription: v.optional(
    v.nullable(
      v.object({
        renewal: v.boolean(),
        medium: Medium,
        level: Level,
        term: Term,
        coupon: v.nullable(CouponCode),
        shipcode: v.optional(Shipcode),
      }),
    ),
    null,
  ),
  donation: v.optional(v.nullable(DonationWish), null),
});
export type BuilderCart = v.InferOutput<typeof BuilderCart>;

/**
 * POST /api/cart with what the builder's page chose, to check out later: its subscription and its donation replace the
 * cart's, the rest is added.
 */
export const AddMembership = v.object({ type: v.literal('membership'), item: BuilderCart });
export type AddMembership = v.InferOutput<typeof AddMembership>;

/**
 * POST /api/cart with a coupon: it is put on everything that it fits, the subscription and the gifts; null takes every
 * coupon off.
 */
export const PutCoupon = v.object({
  type: v.literal('coupon'),
  code: v.nullable(CouponCode),
});
export type PutCoupon = v.InferOutput<typeof PutCoupon>;

/** POST /api/subscribe, /api/subscribe/renew and /api/donate (section 7). */
export const SubscribeBody = v.object({ cart: BuilderCart, form: CheckoutBody, shipcode: Shipcode });
export type SubscribeBody = v.InferOutput<typeof SubscribeBody>;

/**
 * POST /api/account/subscriptions/update (section 7): `total` in the form is what the reader was shown for the upgrade.
 */
export const UpdateSubscriptionBody = v.object({
  form: CheckoutBody,
  shipcode: Shipcode,
  subscription: v.object({ token: upTo(200), deliverable: Deliverable, level: Level }),
});
export type UpdateSubscriptionBody = v.InferOutput<typeof UpdateSubscriptionBody>;

/** POST /api/subscribe/redeem (section 7): `token` is the gift's. */
export const RedeemBody = v.object({
  form: CheckoutBody,
  shipcode: Shipcode,
  subscription: v.object({ token: upTo(200), deliverable: Deliverable }),
});
export type RedeemBody = v.InferOutput<typeof RedeemBody>;

/** What a link to /subscribe chooses beforehand. */
export type SubscribeQuery = { purpose: 'personal' | 'gift'; category: Category; term: Term; shipcode: Shipcode; code: string | null };

/**
 * The query of /subscribe (section 2): type=gift, level (low, high, or a category or its alias), years, shipping
 * (ship-a or a), code. What cannot be read is what a reader without a query gets; `zone` is the publication's default
 * (section 9).
 */
export const readSubscribeQuery = (query: Record<string, string | undefined>, zone: Shipcode): SubscribeQuery => ({
  purpose: query['type'] === 'gift' ? 'gift' : 'personal',
  category: readLevel(query['level'] ?? ''),
  term: readYears(query['years']),
  shipcode: readShipping(query['shipping'] ?? '') ?? zone,
  code: query['code']?.trim().toUpperCase() || null,
});

export type BuilderPage = 'subscribe' | 'renew' | 'donate';
export type BuilderFlags = { checkout_later: boolean; add_donation: boolean; add_products: boolean };

/** Section 4: what each page does unless it is told otherwise. */
const PAGE_FLAGS: Record<BuilderPage, BuilderFlags> = {
  subscribe: { checkout_later: false, add_donation: false, add_products: true },
  renew: { checkout_later: false, add_donation: false, add_products: true },
  donate: { checkout_later: true, add_donation: false, add_products: false },
};

/**
 * What a page of the builder offers: its own way (section 4), changed by the page's config, and never what the
 * publication's settings switch off.
 */
export const builderFlags = (page: BuilderPage, settings: BuilderFlags, config: Partial<BuilderFlags> = {}): BuilderFlags => {
  const own = { ...PAGE_FLAGS[page], ...config };
  return {
    checkout_later: settings.checkout_later && own.checkout_later,
    add_donation: settings.add_donation && own.add_donation,
    add_products: settings.add_products && own.add_products,
  };
};

/** Section 5: swag is taken between 1 and the lesser of what is in stock (null: endless) and 50. */
export const clampSwag = (value: unknown, left: number | null): number =>
  clampQuantity(value, 1, Math.min(left ?? MAX_QUANTITY, MAX_QUANTITY));

/**
 * The products to offer beside a subscription: the first two that are in stock, in at least one size where there are
 * sizes (section 5).
 */
export const pickSwag = (products: Product[]): Product[] => products.filter(inStock).slice(0, MAX_SWAG);

function readLevel(level: string): Category {
  return readCategory(level) ?? (level === 'high' ? 'print-high' : 'print-low');
}

function readShipping(shipping: string): Shipcode | null {
  if (v.is(Shipcode, shipping)) return shipping;
  return v.is(ShippingCode, shipping) ? shipcodeIn(shipping) : null;
}

function inStock({ quantity, sizes }: Product): boolean {
  return sizes.length > 0 ? sizes.some((size) => size.quantity > 0) : quantity === null || quantity > 0;
}
