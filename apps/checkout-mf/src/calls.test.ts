import type { Endpoint } from '@newsstand/contracts/endpoint';
import { endpoints } from '@newsstand/contracts/endpoints';
import { loginCalls } from '@newsstand/ui/login-call';
import { describe, expect, it } from 'vitest';
import { cartCalls } from './cart/cart-calls.ts';
import { checkoutCalls } from './check-out/checkout-calls.ts';
import { memberCalls } from './check-out/membership.ts';
import { receiptCalls } from './receipt/receipt-calls.ts';
import { storeCalls } from './store/store-calls.ts';

const calls = { ...cartCalls, ...storeCalls, ...checkoutCalls, ...memberCalls, ...receiptCalls, ...loginCalls };
const known: Record<string, Endpoint> = endpoints;

describe('the calls of this remote', () => {
  it.each(Object.entries<Endpoint>(calls))('%s is the call of the endpoint table', (name, { method, path, begins_session }) => {
    expect(known[name]).toMatchObject({ method, path });
    expect(known[name]?.begins_session).toBe(begins_session);
  });

  it('read what the server answers with the schemas of the table', () => {
    for (const [name, { answer }] of Object.entries(calls)) expect(known[name]?.answer.type).toBe(answer.type);
    expect(calls.addToCart.answer).toBe(endpoints.addToCart.answer);
    expect(calls.checkout.answer).toBe(endpoints.checkout.answer);
    expect(calls.checkout.refusal).toBe(endpoints.checkout.refusal);
    expect(calls.checkoutStatus.answer).toBe(endpoints.checkoutStatus.answer);
    expect(calls.product.answer).toBe(endpoints.product.answer);
    expect(calls.receipt.answer).toBe(endpoints.receipt.answer);
  });
});
