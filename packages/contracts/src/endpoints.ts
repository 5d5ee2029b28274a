import * as v from 'valibot';
import { accessEndpoints } from './access.ts';
import { accountEndpoints } from './account-endpoints.ts';
import { botChallenge } from './bot-check.ts';
import { AddToCart, Cart, ChangeQuantity, RemoveFromCart } from './cart.ts';
import { chargeEndpoints } from './charge.ts';
import { CheckoutBody, CheckoutResult, CheckoutStatus, PaymentFailure } from './checkout.ts';
import { cardEndpoints } from './card-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { invoiceEndpoints } from './invoice-endpoints.ts';
import { listSignup } from './mailing-list.ts';
import { PageData, PageName } from './page-data.ts';
import { Product } from './product.ts';
import { Receipt } from './receipt.ts';
import { Refusal } from './refusal.ts';
import { ShippingConfig } from './shipping-config.ts';
import { AddMembership, PutCoupon } from './subscribe.ts';
import { subscribeEndpoints } from './subscribe-endpoints.ts';
import { upgradeEndpoints } from './upgrade-endpoints.ts';

export type { Endpoint } from './endpoint.ts';

const flag = v.optional(v.string());
const token = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));

/** The endpoint table (section 7). */
export const endpoints = {
  getCart: { method: 'GET', path: '/api/cart', summary: 'The cart of this session, priced now', answer: Cart, refusal: Refusal },
  addToCart: {
    method: 'POST',
    path: '/api/cart',
    summary: "Put a good, what the builder's page chose, or a coupon into the cart",
    body: v.variant('type', [AddToCart, AddMembership, PutCoupon], 'Must be add, membership or coupon.'),
    answer: Cart,
    refusal: Refusal,
    refuses: [404, 409],
    begins_session: true,
  },
  changeQuantity: {
    method: 'PATCH',
    path: '/api/cart',
    summary: 'Set the quantity of a line',
    body: ChangeQuantity,
    answer: Cart,
    refusal: Refusal,
    refuses: [404],
  },
  removeFromCart: {
    method: 'POST',
    path: '/api/cart/remove',
    summary: 'Remove a line, or everything',
    body: RemoveFromCart,
    answer: Cart,
    refusal: Refusal,
  },
  checkout: {
    method: 'POST',
    path: '/api/cart/checkout',
    summary: 'Place an order and start its payment',
    query: { captcha: v.optional(v.string()), gift: flag },
    body: CheckoutBody,
    answer: CheckoutResult,
    refusal: PaymentFailure,
    refuses: [402, 409, 429],
  },
  checkoutStatus: {
    method: 'GET',
    path: '/api/checkout/{intent_id}',
    summary: 'How far an order is; settles it when it was paid',
    params: { intent_id: token },
    query: { reset: flag, invoice: v.optional(token) },
    answer: CheckoutStatus,
    refusal: Refusal,
  },
  shippingConfig: {
    method: 'GET',
    path: '/api/config/shipping',
    summary: 'Countries and states by zone, and shipping prices',
    query: { inclusive: flag },
    answer: ShippingConfig,
    refusal: Refusal,
  },
  products: {
    method: 'GET',
    path: '/api/store/products',
    summary: 'The products of the store',
    query: { tag: v.optional(v.string()) },
    answer: v.array(Product),
    refusal: Refusal,
  },
  product: {
    method: 'GET',
    path: '/api/store/products/{slug}',
    summary: 'One product',
    params: { slug: v.string() },
    answer: Product,
    refusal: Refusal,
  },
  receipt: {
    method: 'GET',
    path: '/api/receipts/{token}',
    summary: 'The receipt behind a token',
    params: { token },
    answer: Receipt,
    refusal: Refusal,
  },
  page: {
    method: 'GET',
    path: '/api/page/{name}',
    summary: "A page's data in one call",
    params: { name: PageName },
    query: { slug: v.optional(v.string()), token: v.optional(v.string()), code: v.optional(v.string()) },
    answer: PageData,
    refusal: Refusal,
  },
  botChallenge,
  listSignup,
  ...invoiceEndpoints,
  ...subscribeEndpoints,
  ...accessEndpoints,
  ...accountEndpoints,
  ...cardEndpoints,
  ...upgradeEndpoints,
  ...chargeEndpoints,
} as const satisfies Record<string, Endpoint>;
export type EndpointName = keyof typeof endpoints;
