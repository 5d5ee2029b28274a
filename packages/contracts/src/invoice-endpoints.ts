import * as v from 'valibot';
import { CheckoutBody, CheckoutResult, PaymentFailure } from './checkout.ts';
import type { Endpoint } from './endpoint.ts';

/** The calls of the invoice page (section 7). `{invoice}` is the invoice's token: its number can be guessed. */
export const invoiceEndpoints = {
  invoiceCheckout: {
    method: 'POST',
    path: '/api/invoice/{invoice}/checkout',
    summary: 'Start the payment of an invoice',
    params: { invoice: v.pipe(v.string(), v.regex(/^[\w-]{8,200}$/)) },
    query: { captcha: v.optional(v.string()), gift: v.optional(v.string()) },
    body: CheckoutBody,
    answer: CheckoutResult,
    refusal: PaymentFailure,
    refuses: [402, 409, 429],
  },
} as const satisfies Record<string, Endpoint>;
