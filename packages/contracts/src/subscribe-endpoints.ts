import * as v from 'valibot';
import { MUST_NOT_BE_BLANK } from './blank.ts';
import { CheckoutResult, PaymentFailure, PaymentResult } from './checkout.ts';
import { Coupon } from './coupon.ts';
import type { Endpoint } from './endpoint.ts';
import { Refusal } from './refusal.ts';
import { RedeemBody, SubscribeBody } from './subscribe.ts';

const captcha = v.optional(v.string());
const Code = v.pipe(
  v.string(MUST_NOT_BE_BLANK),
  v.trim(),
  v.nonEmpty(MUST_NOT_BE_BLANK),
  v.maxLength(40, 'Must be at most 40 characters.'),
);

/** The calls of the subscription builder, as they stand in the endpoint table (section 7). */
export const subscribeEndpoints = {
  subscribe: {
    method: 'POST',
    path: '/api/subscribe',
    summary: "Order what the builder's page chose and start its payment; `coupon` is tried on what names none of its own",
    query: { captcha, coupon: v.optional(Code) },
    body: SubscribeBody,
    answer: CheckoutResult,
    refusal: PaymentFailure,
    refuses: [402, 409, 429],
    begins_session: true,
  },
  renew: {
    method: 'POST',
    path: '/api/subscribe/renew',
    summary: 'Renew the subscription of the reader who is logged in, and start the payment',
    query: { captcha, coupon: v.optional(Code) },
    body: SubscribeBody,
    answer: CheckoutResult,
    refusal: PaymentFailure,
    refuses: [401, 402, 409, 429],
  },
  donate: {
    method: 'POST',
    path: '/api/donate',
    summary: 'Give once or monthly, and start the payment',
    query: { captcha },
    body: SubscribeBody,
    answer: CheckoutResult,
    refusal: PaymentFailure,
    refuses: [402, 409, 429],
    begins_session: true,
  },
  coupon: {
    method: 'GET',
    path: '/api/subscribe/coupon',
    summary: 'The coupon behind a code; null for a code that nobody knows',
    query: { code: Code },
    answer: v.nullable(Coupon),
    refusal: Refusal,
    refuses: [429],
  },
  redeem: {
    method: 'POST',
    path: '/api/subscribe/redeem',
    summary: 'Redeem a gift',
    query: { captcha, token: v.optional(v.string()) },
    body: RedeemBody,
    answer: PaymentResult,
    refusal: PaymentFailure,
    refuses: [404, 409, 429],
    begins_session: true,
  },
} as const satisfies Record<string, Endpoint>;
