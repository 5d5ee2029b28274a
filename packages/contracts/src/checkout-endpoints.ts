import * as v from 'valibot';
import { Captcha, Flag } from './bounded.ts';
import { Cart } from './cart.ts';
import { CheckoutBody, CheckoutResult, CheckoutStatus, PaymentFailure } from './checkout.ts';
import type { Endpoint } from './endpoint.ts';

const token = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));
/** The invoice's token, which opens it for whoever has it, without a login. */
export const InvoiceToken = v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/));

// Only the check-out asks for the cart: elsewhere it comes with the page's data, or as the answer to a change.
export const getCart = {
  method: 'GET',
  path: '/api/cart',
  summary: 'The cart of this session, priced now',
  answer: Cart,
} as const satisfies Endpoint;

export const checkout = {
  method: 'POST',
  path: '/api/cart/checkout',
  summary: 'Place an order and start its payment',
  query: { captcha: Captcha, gift: Flag },
  body: CheckoutBody,
  answer: CheckoutResult,
  refusal: PaymentFailure,
  refuses: [402, 409, 429],
} as const satisfies Endpoint;

// `{invoice}` is the invoice's token: its number can be guessed.
export const invoiceCheckout = {
  method: 'POST',
  path: '/api/invoice/{invoice}/checkout',
  summary: 'Start the payment of an invoice',
  params: { invoice: InvoiceToken },
  query: { captcha: Captcha, gift: Flag },
  body: CheckoutBody,
  answer: CheckoutResult,
  refusal: PaymentFailure,
  refuses: [402, 409, 429],
} as const satisfies Endpoint;

export const checkoutStatus = {
  method: 'GET',
  path: '/api/checkout/{intent_id}',
  summary: 'How far an order is; settles it when it was paid',
  params: { intent_id: token },
  query: { reset: Flag, invoice: v.optional(token) },
  answer: CheckoutStatus,
} as const satisfies Endpoint;
