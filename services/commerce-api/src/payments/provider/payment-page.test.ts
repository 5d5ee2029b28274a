import { expect, test } from 'vitest';
import { paymentPage } from './payment-page.ts';

const stripe = { publishableKey: 'pk', webhookSecret: 'whsec', script: '', apiBase: null };

test.each([
  ['sk_live_1', null, 'https://dashboard.stripe.com/payments/pi_1'],
  ['rk_test_1', null, 'https://dashboard.stripe.com/test/payments/pi_1'],
  ['sk_test_1', 'http://localhost:4242', 'http://localhost:4242/'],
])('staff find a payment where the provider has it, with the key %s and its address %s', (secretKey, apiBase, url) => {
  expect(paymentPage({ stripe: { ...stripe, secretKey, apiBase } }, 'pi_1')).toBe(url);
});
