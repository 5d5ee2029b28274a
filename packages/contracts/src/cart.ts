import * as v from 'valibot';
import { upTo } from './bounded.ts';
import { CouponCode } from './coupon-code.ts';
import { Cents } from './money.ts';
import { Held } from './product.ts';
import { MAX_QUANTITY, wrongQuantity } from './quantity.ts';
import { Code } from './refusal.ts';
import { says } from './schema-message.ts';
import { Shipcode } from './shipcode.ts';

/** Section 3, cart types. */
export const CartType = v.picklist(
  [
    'basic-product',
    'sized-product',
    'digital-product',
    'print-issue',
    'digital-issue',
    'personal-subscription',
    'gift-subscription',
    'donation-item',
    'subscription-upgrade',
  ],
  says('line_type'),
);
export type CartType = v.InferOutput<typeof CartType>;

/** The cart types that are goods: they have a ref, a quantity and, some of them, a stock. */
export const GoodType = v.picklist(
  ['basic-product', 'sized-product', 'digital-product', 'print-issue', 'digital-issue'],
  says('good_type'),
);
export type GoodType = v.InferOutput<typeof GoodType>;

export const Medium = v.picklist(['print', 'digital'], says('medium'));
export type Medium = v.InferOutput<typeof Medium>;

/** Section 3: each type of good has its ref prefix and its medium. */
export const GOODS: Record<GoodType, { prefix: 'prd:' | 'sze:' | 'iss:'; medium: Medium }> = {
  'basic-product': { prefix: 'prd:', medium: 'print' },
  'sized-product': { prefix: 'sze:', medium: 'print' },
  'digital-product': { prefix: 'prd:', medium: 'digital' },
  'print-issue': { prefix: 'iss:', medium: 'print' },
  'digital-issue': { prefix: 'iss:', medium: 'digital' },
};

const Ref = v.pipe(v.string(says('ref')), v.regex(/^(prd|sze|iss):[a-z0-9][a-z0-9-]{0,79}$/, says('ref')));
const Quantity = v.pipe(
  v.number(wrongQuantity),
  v.integer(wrongQuantity),
  v.minValue(1, wrongQuantity),
  v.maxValue(MAX_QUANTITY, wrongQuantity),
);
/**
 * A quantity as a form sends it too: text with digits. Each kind is a pipe of its own, so that the published schema
 * says both.
 */
const QuantityField = v.union(
  [Quantity, v.pipe(v.string(), v.regex(/^\d{1,4}$/, wrongQuantity), v.transform(Number), Quantity)],
  wrongQuantity,
);

const prefixFits = (item: { item: GoodType; ref: string }) => item.ref.startsWith(GOODS[item.item].prefix);

/** What a cart holds of one good (section 3, cart payload). */
export const CartItem = v.object({ item: GoodType, quantity: Quantity, ref: Ref });
export type CartItem = v.InferOutput<typeof CartItem>;

export const Deliverable = v.picklist(['digital', 'print-a', 'print-b', 'print-c'], says('deliverable'));
export const Level = v.picklist(['low', 'high'], says('level'));
export const Term = v.picklist(['1year', '2year', '3year', 'lifetime'], says('term'));
export type Deliverable = v.InferOutput<typeof Deliverable>;
export type Level = v.InferOutput<typeof Level>;
export type Term = v.InferOutput<typeof Term>;

/** Introductory is a reader's first subscription, renewal each one after it (section 3). */
export const Phase = v.picklist(['introductory', 'renewal']);
export type Phase = v.InferOutput<typeof Phase>;

/**
 * What is charged for a good, all pieces together, in cents (section 3). A good's own `shipping` is 0: goods ship per
 * order, which is in the totals.
 */
export const Outlays = v.object({ amount: Cents, shipping: Cents, discount: Cents });

/** A good as it is bought (section 3). `qty` is how many are wanted; `outlays` charges only those that can be had. */
export const Good = v.object({ name: v.string(), medium: Medium, qty: v.number(), ref: v.string(), outlays: Outlays });
export type Good = v.InferOutput<typeof Good>;

/**
 * What a cart would make of its reader (section 3): a subscription item, delivered to the zone that was chosen so far.
 */
export const CartMembership = v.object({
  type: v.literal('subscription'),
  item: v.object({
    phase: Phase,
    medium: Medium,
    level: Level,
    term: Term,
    copies: v.literal(1),
    coupon: v.nullable(v.string()),
    deliverable: Deliverable,
  }),
});
export type CartMembership = v.InferOutput<typeof CartMembership>;

/** A gift subscription in the cart (section 3). */
export const Giftsub = v.object({ deliverable: Deliverable, level: Level, term: Term, coupon: v.nullable(CouponCode) });
export type Giftsub = v.InferOutput<typeof Giftsub>;

/** A donation in the cart (section 3): `dollars` whole dollars, `amount` the same in cents. */
export const CartDonation = v.object({
  process: v.picklist(['onetime', 'monthly-init']),
  dollars: v.pipe(v.number(), v.integer(), v.minValue(1)),
  amount: Cents,
});
export type CartDonation = v.InferOutput<typeof CartDonation>;

/** The one subscription a cart may hold (section 3). */
export const CartSubscription = v.object({
  renewal: v.boolean(),
  medium: Medium,
  level: Level,
  term: Term,
  coupon: v.nullable(v.string()),
  /** The zone that was chosen in the builder: what is shown until an address says otherwise. */
  shipcode: v.optional(Shipcode),
});
export type CartSubscription = v.InferOutput<typeof CartSubscription>;

/**
 * Whether a line can still be had. `left` counts what is in stock, and is null for what never runs out; `held`: others'
 * unpaid orders hold some, so that there may be more in minutes.
 */
export const Availability = v.variant('type', [
  v.object({ type: v.literal('available'), left: v.nullable(v.number()) }),
  /** Fewer are left than the line asks for: the reader lowers the quantity or removes the line. */
  v.object({ type: v.literal('short'), left: v.number(), held: Held }),
  v.object({ type: v.literal('sold-out'), held: Held }),
  /** No longer sold (withdrawn product, issue not released). */
  v.object({ type: v.literal('withdrawn') }),
]);
export type Availability = v.InferOutput<typeof Availability>;

/**
 * One line of a cart as it is billed when it ships to `shipcode` (section 3). All amounts in cents; `price` is for one,
 * `shipping` and `discount` for the whole line.
 */
export const CartLine = v.object({
  id: v.string(),
  cart: v.object({ type: CartType, ref: v.string(), item: v.nullable(v.object({ medium: v.optional(Medium) })), qty: v.number() }),
  name: v.string(),
  /** The size's or medium's name, shown under the name. */
  detail: v.nullable(v.string()),
  slug: v.nullable(v.string()),
  image: v.nullable(v.object({ source: v.string(), width: v.number(), height: v.number() })),
  change_quantity: v.boolean(),
  quantity: v.number(),
  price: Cents,
  shipping: Cents,
  discount: Cents,
  shipcode: Shipcode,
  availability: Availability,
  /** How many more of it the carts held that a login put together than one may hold (section 9). */
  left_out: v.optional(v.number()),
  /**
   * How many of it the last login added from the account's cart to the one that was on the page (section 4), until it
   * is chosen anew or ordered.
   */
  from_account: v.optional(v.number()),
  /**
   * What the account's cart held before a login put another one in its place (section 6: a cart holds one subscription
   * and one donation), in words.
   */
  in_place_of: v.optional(v.string()),
  /** Why the coupon of this line takes nothing off in this zone (section 5). */
  coupon_message: v.optional(v.string()),
  /** What that says, apart from its words. Absent from a service that was deployed before it was told. */
  coupon_message_code: v.optional(Code),
});
export type CartLine = v.InferOutput<typeof CartLine>;

/** What a cart costs in one zone, in cents. `total` = goods + shipping - discount - waived. */
export const Totals = v.object({
  goods: Cents,
  shipping: Cents,
  discount: Cents,
  /** An order total of 1 to 49 cents is below the card provider's minimum and is waived: this much. */
  waived: Cents,
  total: Cents,
});
export type Totals = v.InferOutput<typeof Totals>;

const byZone = <S extends v.GenericSchema>(schema: S) => v.object({ a: schema, b: schema, c: schema });

/**
 * The reader's cart (sections 3 and 7). `billing` holds the same lines three times, as they are billed when they ship
 * to zone a, b or c, so that a page can show the right amounts as soon as a country is chosen. Prices are worked out on
 * the server at each read.
 */
export const Cart = v.object({
  /** Grows with each change; 0 for a cart that was never filled. */
  version: v.number(),
  items: v.array(CartItem),
  giftsubs: v.array(Giftsub),
  subscription: v.nullable(CartSubscription),
  donation: v.nullable(CartDonation),
  /**
   * Section 3: the goods with what each costs. Absent from a service that was deployed before it was told, as
   * `membership` is.
   */
  goods: v.optional(v.array(Good)),
  membership: v.optional(v.nullable(CartMembership)),
  billing: byZone(v.array(CartLine)),
  totals: byZone(Totals),
  /**
   * The zone that the cart is shown for until an address says another: its subscription's, or the publication's default
   * (section 9). Absent as `goods`.
   */
  shipcode: v.optional(Shipcode),
  /** Section 5: true when the order holds something that must be posted. */
  address_required: v.boolean(),
  /** False while a line can no longer be had as it stands. */
  can_checkout: v.boolean(),
});
export type Cart = v.InferOutput<typeof Cart>;

/**
 * POST /api/cart: puts a good into the cart; the same good again adds to its quantity, up to 50 (section 7: the action
 * with type and item).
 */
export const AddToCart = v.object({
  type: v.literal('add'),
  item: v.pipe(
    v.object({ item: GoodType, quantity: QuantityField, ref: Ref }),
    v.forward(v.partialCheck([['item'], ['ref']], prefixFits, says('ref_of_type')), ['ref']),
  ),
});
export type AddToCart = v.InferOutput<typeof AddToCart>;

const LineKey = v.object({ type: CartType, ref: upTo(120) });

/** PATCH /api/cart: sets the quantity of one line (section 7: qty payload). */
export const ChangeQuantity = v.object({ cart: LineKey, qty: QuantityField });
export type ChangeQuantity = v.InferOutput<typeof ChangeQuantity>;

/** POST /api/cart/remove: one line (`cart`), or everything (`all` without `cart`) (section 7). */
export const RemoveFromCart = v.pipe(
  v.object({
    cart: v.optional(LineKey),
    all: v.optional(
      v.union([
        v.boolean(),
        v.pipe(
          v.literal('true'),
          v.transform(() => true),
        ),
      ]),
    ),
  }),
  v.check((body) => body.cart !== undefined || body.all === true, says('line_or_all')),
);
export type RemoveFromCart = v.InferOutput<typeof RemoveFromCart>;
