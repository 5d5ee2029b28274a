import { expect, test } from 'vitest';
import { formatted, paymentMethodData, problemsOf } from './card-rules.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const GOOD = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123' };

test.each([
  [{}, null],
  [{ number: '3782 8224 6310 005' }, null],
  [{ number: '4242 4242' }, 'incomplete_number'],
  [{ number: '4242 4242 4242 4241' }, 'invalid_number'],
  [{ expiry: '11' }, 'incomplete_expiry'],
  [{ expiry: '13 / 30' }, 'invalid_expiry_month'],
  [{ expiry: '10 / 26' }, 'invalid_expiry_year_past'],
  [{ cvc: '12' }, 'incomplete_cvc'],
  [{ country: 'US', postalCode: '' }, 'incomplete_zip'],
  [{ country: 'CA', postalCode: '' }, null],
])('a card with %j: %s', (change, code) => {
  expect(problemsOf('card', { ...GOOD, ...change }, NOW)[0]?.code ?? null).toBe(code);
});

test('a bank account needs a name, a routing number and an account', () => {
  expect(problemsOf('us_bank_account', {}, NOW).map((problem) => problem.field)).toEqual([
    'accountHolderName',
    'routingNumber',
    'accountNumber',
  ]);
});

test.each([
  ['number', '42424242424242421', '4242 4242 4242 4242'],
  ['expiry', '1234', '12 / 34'],
  ['expiry', '12 / 3', '12 / 3'],
  ['cvc', '12a345', '1234'],
  ['postalCode', 'K1A 0B1', 'K1A 0B1'],
])('%s %s is shown as %s', (field, typed, shown) => {
  expect(formatted(field, typed)).toBe(shown);
});

test('a card goes to the API as its digits, month and full year', () => {
  expect(paymentMethodData('card', GOOD)).toEqual({
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '11',
    'payment_method_data[card][exp_year]': '2026',
    'payment_method_data[card][cvc]': '123',
  });
});
