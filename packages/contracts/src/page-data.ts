import * as v from 'valibot';
import { Subscriber } from './account.ts';
import { BotCheck } from './bot-check.ts';
import { upTo } from './bounded.ts';
import { Cart } from './cart.ts';
import { LastOrder } from './checkout.ts';
import { CouponCode } from './coupon-code.ts';
import { HeldIssue } from './download.ts';
import type { Endpoint } from './endpoint.ts';
import { Gift, RedeemOptions } from './gift.ts';
import { BusinessInfo, Invoice } from './invoice.ts';
import { Issue } from './issue.ts';
import { PaymentInfo } from './payment-info.ts';
import { Product } from './product.ts';
import { PublicationInfo } from './publication-info.ts';
import { IdentityProvider, LoginTab, ReaderAccount } from './reader.ts';
import { Receipt } from './receipt.ts';
import { ShippingConfig } from './shipping-config.ts';
import { SubscribeOptions } from './subscribe.ts';
import { Renewing } from './subscription.ts';

/**
 * The pages whose data GET /api/page/{name} gives, where it is not told which widgets stand on the page. `product`
 * takes ?slug=; `receipts`, `invoice`, `redeem`, `account-subscription` and `account-donation` ?token=; `subscribe` and
 * `renew` ?code=.
 */
export const PageName = v.picklist([
  'front',
  'article',
  'store',
  'product',
  'checkout',
  'receipts',
  'invoice',
  'mailing-list',
  'subscribe',
  'renew',
  'redeem',
  'donate',
  'login',
  'institutional-subscriptions',
  'account',
  'account-name',
  'account-email',
  'account-address',
  'account-payment',
  'account-subscription',
  'account-donation',
]);
export type PageName = v.InferOutput<typeof PageName>;

export { PublicationInfo };

/**
 * Everything one page's widgets need, in one call (section 7: page data is embedded in the page at load).
 * A part that the page does not use is absent; `product` and `receipt` are null when there is none by that name.
 */
export const PageData = v.object({
  page: PageName,
  /**
   * The widgets that find in it all that they read: of others it must be asked anew. Absent from an API that was
   * deployed before it.
   */
  widgets: v.optional(v.array(v.string())),
  publication: PublicationInfo,
  cart: Cart,
  bot_check: BotCheck,
  stripe: v.object({ pubkey: v.string(), script: v.string() }),
  /** The stand-ins in use on this machine, to be said on the page; empty in production. */
  stand_ins: v.array(v.string()),
  shipping: v.optional(ShippingConfig),
  products: v.optional(v.array(Product)),
  issues: v.optional(v.array(Issue)),
  product: v.optional(v.nullable(Product)),
  /** The tags of the publication's mailing lists; absent where it names none, and any tag is a list. */
  lists: v.optional(v.array(v.string())),
  /**
   * Of the issue whose page it is: whether it was bought as a file in this browser, logged in or not; absent where it
   * was not.
   */
  held_issues: v.optional(v.array(HeldIssue)),
  receipt: v.optional(v.nullable(Receipt)),
  /** At the check-out with an empty cart: what the same session ordered just before; null where that is nothing. */
  last_order: v.optional(v.nullable(LastOrder)),
  invoice: v.optional(v.nullable(Invoice)),
  /** How an invoice is paid without a card. */
  business: v.optional(BusinessInfo),
  /** The subscriber who is logged in; absent or null for a guest. */
  account: v.optional(v.nullable(ReaderAccount)),
  /** All that the account pages show of the reader who is logged in; null for who is not. */
  subscriber: v.optional(v.nullable(Subscriber)),
  /** The institution through which the reader came. */
  institution: v.optional(v.nullable(IdentityProvider)),
  /** The login tabs that can be used here. */
  logins: v.optional(v.array(LoginTab)),
  payment_info: v.optional(v.nullable(PaymentInfo)),
  /** What the builder's pages offer: subscribe, renew and donate. */
  subscribe: v.optional(SubscribeOptions),
  /** Where the reader stands who wants to renew; null for who is not logged in. */
  renew: v.optional(v.nullable(Renewing)),
  /**
   * The gift behind the token of the redeem page, and what redeeming it can be for this reader; null when there is
   * none.
   */
  redeem: v.optional(v.nullable(v.object({ gift: Gift, options: RedeemOptions }))),
});
export type PageData = v.InferOutput<typeof PageData>;

export { PAGE_DATA_ID } from './page-names.ts';

/**
 * The call for a page's data, whatever is read of them: a remote reads those that it shows (`{ ...pageCall, answer }`),
 * and so brings along no other schemas.
 */
export const pageCall = {
  method: 'GET',
  path: '/api/page/{name}',
  summary: "A page's data in one call",
  params: { name: PageName },
  // Of a link: what nothing can be named by is nothing, and the page comes all the same.
  query: {
    /** The names of the widgets that stand on the page, separated by commas: what they read is what comes. */
    widgets: v.optional(v.fallback(upTo(2000), '')),
    /**
     * The address of the page, from its site's root: what it is about is read from it where neither slug nor token says
     * so.
     */
    at: v.optional(v.fallback(upTo(2000), '')),
    slug: v.optional(v.fallback(upTo(200), '')),
    token: v.optional(v.fallback(upTo(200), '')),
    code: v.optional(v.fallback(CouponCode, '')),
  },
} as const satisfies Omit<Endpoint, 'answer'>;
export const page = { ...pageCall, answer: PageData } as const satisfies Endpoint;
