import * as v from 'valibot';
import { botChallenge } from '@newsstand/contracts/bot-check';
import { Cart } from '@newsstand/contracts/cart';
import { CheckoutStatus } from '@newsstand/contracts/checkout';
import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Refusal } from '@newsstand/contracts/refusal';
import { AddMembership } from '@newsstand/contracts/subscribe';
import { subscribeEndpoints } from '@newsstand/contracts/subscribe-endpoints';
import type { TableApi } from '@newsstand/ui/call-table';
import { sessionCall } from '@newsstand/ui/reader-tabs';
import { SubscribePage } from './read-subscribe-page.ts';

const { coupon, redeem, renew } = subscribeEndpoints;

/** Section 7, POST /api/cart: the same call by which goods are added, with what this remote puts in. */
const addMembership = {
  method: 'POST',
  path: '/api/cart',
  summary: "Put what the builder's page chose into the cart",
  body: AddMembership,
  answer: Cart,
  refusal: Refusal,
  begins_session: true,
} as const satisfies Endpoint;

/** Section 4, fulfilment poll: as it stands in the endpoint table, which has more than this remote needs. */
const checkoutStatus = {
  method: 'GET',
  path: '/api/checkout/{intent_id}',
  summary: 'How far an order is; settles it when it was paid',
  params: { intent_id: v.string() },
  query: { reset: v.optional(v.string()) },
  answer: CheckoutStatus,
  refusal: Refusal,
} as const satisfies Endpoint;

/** The page's data anew, where a refusal tells that they are out of date. */
const page = {
  method: 'GET',
  path: '/api/page/{name}',
  summary: "A page's data in one call",
  params: { name: v.picklist(['renew', 'redeem']) },
  query: { token: v.optional(v.string()) },
  answer: SubscribePage,
  refusal: Refusal,
} as const satisfies Endpoint;

/** The only calls that this remote makes. */
export const calls = { addMembership, checkoutStatus, coupon, redeem, renew, botChallenge, session: sessionCall, page };
export type Api = TableApi<typeof calls>;
/** What a page chose, as the cart takes it. */
export type MembershipItem = v.InferInput<typeof AddMembership>['item'];
