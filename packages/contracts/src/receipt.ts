import * as v from 'valibot';
import { Bearer } from './bearer.ts';
import { Address } from './address.ts';
import { CartType, Medium, Term, Totals } from './cart.ts';
import { Download } from './download.ts';
import { MoneyBack, Stopped } from './money-back.ts';
import { Cents } from './money.ts';
import { RenewalCharge, When } from './renewal-charge.ts';
import { Shipcode } from './shipcode.ts';

/** A line of a receipt: what was bought at which price, frozen at checkout. Cents. */
export const ReceiptLine = v.object({
  type: CartType,
  ref: v.string(),
  name: v.string(),
  detail: v.nullable(v.string()),
  quantity: v.number(),
  price: Cents,
  discount: Cents,
  /** The code of the coupon that took the discount off. */
  coupon: v.optional(v.string()),
  /** What this line costs to post; nothing for goods, whose order is posted as a whole. */
  shipping: v.optional(Cents),
  /**
   * When the subscription that it brought, or each of its gifts that went back, was ended before its last issue, an ISO
   * instant; absent while one goes on.
   */
  ended: v.optional(v.string()),
  /** How many of its pieces are not sent any more, since they were taken back before. */
  not_sent: v.optional(v.number()),
});
export type ReceiptLine = v.InferOutput<typeof ReceiptLine>;

/**
 * An issue that was bought as a file. Until it is `released` it is '(Not Yet Available)', and there is nothing to
 * download. `url` is its page.
 */
export const ReceiptIssue = v.object({
  number: v.number(),
  title: v.string(),
  released: v.boolean(),
  url: v.string(),
  downloads: v.array(Download),
});
export type ReceiptIssue = v.InferOutput<typeof ReceiptIssue>;

export const ReceiptFile = v.object({ slug: v.string(), title: v.string(), url: Bearer });
export type ReceiptFile = v.InferOutput<typeof ReceiptFile>;

/** Goods of an invoice that are posted to somebody whom it names, at their own address. */
const ReceiptParcel = v.object({
  name: v.string(),
  address: Address,
  goods: v.array(v.object({ name: v.string(), quantity: v.number() })),
});

/** A parcel that was sent: `on` an ISO instant, `to` whom of its invoice, `url` where its carrier says where it is. */
const ReceiptSent = v.object({
  on: v.string(),
  carrier: v.string(),
  tracking: v.string(),
  url: v.optional(v.string()),
  to: v.optional(v.string()),
  goods: v.array(v.object({ name: v.string(), quantity: v.number() })),
});

/**
 * What the purchaser agreed to beside paying, as far as it holds while the receipt is read: what is charged later
 * without their doing, and with what. A part is absent where it was not agreed to, or was changed since.
 */
export const Agreed = v.object({
  /** What paid is on record in the account. */
  kept: v.optional(v.boolean()),
  /** Whether the subscription renews by itself, as they said with this order. */
  autorenew: v.optional(v.boolean()),
  /** What that charges next; null where nobody can say. */
  renewal: v.optional(v.nullable(RenewalCharge)),
  /** The month that comes of a donation that is given each month; `kept`: what paid pays for that too. */
  donation: v.optional(v.object({ amount: Cents, when: When, kept: v.boolean() })),
});
export type Agreed = v.InferOutput<typeof Agreed>;

/** The receipt's token, which opens it for whoever has it, without a login. */
export const ReceiptToken = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));

/**
 * The receipt behind a receipt token (section 2, /receipts). `created` is an ISO instant. `card` is what paid, null for
 * a gratis order.
 */
export const Receipt = v.object({
  token: Bearer,
  number: v.string(),
  created: v.string(),
  name: v.string(),
  email: v.string(),
  /**
   * Whether its letter is on its way to `email`: false soon after it was sent, and once it has come back or was put
   * away, as with a deleted account.
   */
  mailed: v.optional(v.boolean()),
  address: v.nullable(Address),
  /** Whether anything is posted to `address`: false where it says only whom the order was for. */
  posted: v.optional(v.boolean()),
  /** What is posted to others, but for their gifts, which are in `gifts`. */
  parcels: v.optional(v.array(ReceiptParcel)),
  /** Parcels that were sent, the first one first; absent where none was, or nobody noted it. */
  sent: v.optional(v.array(ReceiptSent)),
  shipcode: Shipcode,
  lines: v.array(ReceiptLine),
  totals: Totals,
  /**
   * The gifts that were bought, one for each giftee: `url` is where theirs is redeemed, `sent_to` who it is posted to
   * directly, at
   * `sent_address`, `meant_for` whom its invoice names for one that is passed on.
   */
  gifts: v.optional(
    v.array(
      v.object({
        token: Bearer,
        detail: v.string(),
        url: Bearer,
        redeemed: v.boolean(),
        /** Nobody had redeemed it when it was taken back, or all of the money went back: nobody can any more. */
        refunded: v.optional(v.boolean()),
        /** When what it gave was ended, an ISO instant, where it went back after somebody had redeemed it. */
        ended: v.optional(v.string()),
        sent_to: v.optional(v.string()),
        sent_address: v.optional(Address),
        meant_for: v.optional(v.string()),
        /** For the card that goes with it, which does not say at which rate it was bought. */
        medium: v.optional(Medium),
        term: v.optional(Term),
      }),
    ),
  ),
  /** What was bought to be read by itself: the links are made anew at each reading. */
  issues: v.optional(v.array(ReceiptIssue)),
  /** The digital products that were bought: `url` begins with /api and works for who holds the receipt. */
  files: v.optional(v.array(ReceiptFile)),
  card: v.nullable(v.object({ type: v.string(), last_four: v.string(), wallet: v.optional(v.string()) })),
  /** How an invoice was paid, where it was not by card. */
  paid_by: v.optional(v.picklist(['check', 'wire'])),
  /** Absent where nothing is charged later, and from a service that was deployed before it was told. */
  agreed: v.optional(Agreed),
  /** What of it went back after it had arrived, the oldest first; absent where nothing did. */
  money_back: v.optional(v.array(MoneyBack)),
  /** Absent where nothing is stopped because all of its money went back. */
  stopped: v.optional(v.array(Stopped)),
});
export type Receipt = v.InferOutput<typeof Receipt>;
