import { expect, test } from 'vitest';
import { sortErrors } from './field-errors.ts';

const PLACES = { coupon: ['coupon'], donation: ['donation', 'amount'] };

test('errors go to their fields, and what has no field of its own is not lost', () => {
  const errors = { 'item.donation.dollars': 'At least 5.', 'item.giftsubs.0.coupon': 'Used up.', general: 'Sorry.', captcha: 'Again.' };
  expect(sortErrors({ errors }, PLACES)).toEqual({ fields: { donation: 'At least 5.', coupon: 'Used up.' }, general: 'Sorry. Again.' });
});

test('one text for everything stands for itself', () => {
  expect(sortErrors({ errors: 'Closed.' }, PLACES)).toEqual({ fields: {}, general: 'Closed.' });
});
