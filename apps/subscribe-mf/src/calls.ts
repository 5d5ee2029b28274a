import type * as v from 'valibot';
import { session } from '@newsstand/contracts/access';
import { botChallenge } from '@newsstand/contracts/bot-check';
import { addToCart } from '@newsstand/contracts/cart-endpoints';
import { checkoutStatus } from '@newsstand/contracts/checkout-endpoints';
import { pageCall } from '@newsstand/contracts/page-data';
import type { AddMembership } from '@newsstand/contracts/subscribe';
import { coupon, redeem, renew } from '@newsstand/contracts/subscribe-endpoints';
import type { TableApi } from '@newsstand/ui/call-table';
import { SubscribePage } from './read-subscribe-page.ts';

/**
 * The only calls that this remote makes. A page's data are asked for anew where a refusal tells that they are out of
 * date.
 */
export const calls = {
  addToCart,
  checkoutStatus,
  coupon,
  redeem,
  renew,
  botChallenge,
  session,
  page: { ...pageCall, answer: SubscribePage },
};
export type Api = TableApi<typeof calls>;
/** What a page chose, as the cart takes it. */
export type MembershipItem = v.InferInput<typeof AddMembership>['item'];
