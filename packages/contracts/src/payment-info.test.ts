import { expect, it, test } from 'vitest';
import { cardName } from './card-name.ts';
import { meansOnRecord } from './payment-info.ts';

it.each([
  ['visa', 'Visa'],
  ['american_express', 'American Express'],
  ['bank_account', 'Bank Account'],
])('what paid as %s is called %s', (type, name) => {
  expect(cardName(type)).toBe(name);
});

test('a card that a wallet handed over is called after both', () => {
  expect(cardName('visa', 'apple_pay')).toBe('Apple Pay Visa');
  const card = { type: 'mastercard', last_four: '4444', exp_month: 4, exp_year: 2030, wallet: 'google_pay' };
  expect(meansOnRecord({ card, ach: null })?.name).toBe('Google Pay Mastercard');
});

test('what is on record is named alike, a card or a bank account', { tags: ['§3.payment.1'] }, () => {
  const card = { type: 'visa', last_four: '4242', exp_month: 4, exp_year: 2030 };
  const ach = { bank_name: 'Tidal Savings', last_four: '6789', routing_number: '110000000' };
  expect(meansOnRecord({ card, ach: null })).toEqual({ name: 'Visa', last_four: '4242', expires: { month: '04', year: 2030 } });
  expect(meansOnRecord({ card: null, ach })).toEqual({ name: 'Tidal Savings', last_four: '6789', expires: null });
  expect(meansOnRecord({ card: null, ach: null })).toBeNull();
});
