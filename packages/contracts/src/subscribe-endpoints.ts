import * as v from 'valibot';
import { Captcha, upTo } from './bounded.ts';
import { CheckoutResult, PaymentFailure, PaymentResult } from './checkout.ts';
import { CouponCode } from './coupon-code.ts';
import { Coupon } from './coupon.ts';
import type { Endpoint } from './endpoint.ts';
import { RedeemBody, SubscribeBody } from './subscribe.ts';

export const subscribe = {
  method: 'POST',
  path: '/api/subscribe',
  summary: "Order what the builder's page chose and start its payment; `coupon` is tried on what names none of its own",
  query: { captcha: Captcha, coupon: v.optional(CouponCode) },
  body: SubscribeBody,
  answer: CheckoutResult,
  refusal: PaymentFailure,
  refuses: [402, 409, 429],
  begins_session: true,
} as const satisfies Endpoint;

export const renew = {
  method: 'POST',
  path: '/api/subscribe/renew',
  summary: 'Renew the subscription of the reader who is logged in, and start the payment',
  query: { captcha: Captcha, coupon: v.optional(CouponCode) },
  body: SubscribeBody,
  answer: CheckoutResult,
  refusal: PaymentFailure,
  refuses: [401, 402, 409, 429],
  security: [['session']],
} as const satisfies Endpoint;

export const donate = {
  method: 'POST',
  path: '/api/donate',
  summary: 'Give once or monthly, and start the payment',
  query: { captcha: Captcha },
  body: SubscribeBody,
  answer: CheckoutResult,
  refusal: PaymentFailure,
  refuses: [402, 409, 429],
  begins_session: true,
} as const satisfies Endpoint;

export const coupon = {
  method: 'GET',
  path: '/api/subscribe/coupon',
  summary: 'The coupon behind a code; null for a code that nobody knows',
  query: { code: CouponCode },
  answer: v.nullable(Coupon),
  refuses: [429],
  security: [],
} as const satisfies Endpoint;

export const redeem = {
  method: 'POST',
  path: '/api/subscribe/redeem',
  summary: 'Redeem a gift',
  query: { captcha: Captcha, token: v.optional(upTo(200)) },
  body: RedeemBody,
  answer: PaymentResult,
  refusal: PaymentFailure,
  refuses: [404, 409, 429],
  begins_session: true,
} as const satisfies Endpoint;
