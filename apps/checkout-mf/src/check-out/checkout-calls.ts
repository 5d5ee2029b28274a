import { botChallenge } from '@newsstand/contracts/bot-check';
import { Cart } from '@newsstand/contracts/cart';
import { CheckoutBody, CheckoutResult, CheckoutStatus, PaymentFailure } from '@newsstand/contracts/checkout';
import type { Endpoint } from '@newsstand/contracts/endpoint';
import { Refusal } from '@newsstand/contracts/refusal';
import type { ResultOf, TableApi } from '@newsstand/ui/call-table';
import { sessionCall } from '@newsstand/ui/reader-tabs';
import * as v from 'valibot';

/** The calls of the check-out page. */
export const checkoutCalls = {
  getCart: { method: 'GET', path: '/api/cart', summary: 'The cart of this session, priced now', answer: Cart, refusal: Refusal },
  checkout: {
    method: 'POST',
    path: '/api/cart/checkout',
    summary: 'Place an order and start its payment',
    query: { captcha: v.optional(v.string()) },
    body: CheckoutBody,
    answer: CheckoutResult,
    refusal: PaymentFailure,
  },
  invoiceCheckout: {
    method: 'POST',
    path: '/api/invoice/{invoice}/checkout',
    summary: 'Start the payment of an invoice',
    params: { invoice: v.string() },
    query: { captcha: v.optional(v.string()) },
    body: CheckoutBody,
    answer: CheckoutResult,
    refusal: PaymentFailure,
  },
  checkoutStatus: {
    method: 'GET',
    path: '/api/checkout/{intent_id}',
    summary: 'How far an order is; settles it when it was paid',
    params: { intent_id: v.string() },
    query: { reset: v.optional(v.string()), invoice: v.optional(v.string()) },
    answer: CheckoutStatus,
    refusal: Refusal,
  },
  session: sessionCall,
  botChallenge,
} as const satisfies Record<string, Endpoint>;
export type CheckoutApi = TableApi<typeof checkoutCalls>;
export type CheckoutOutcome = ResultOf<(typeof checkoutCalls)['checkout']>;
