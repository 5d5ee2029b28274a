import { clampDonation } from '@newsstand/contracts/donation';
import { expect, test } from 'vitest';
import { amountTyped, dollarsOf } from './amount-typed.ts';

test.each([
  ['$1,200', '$1,200', 1200],
  ['33.9', '33.9', 33],
  ['13,37', '13,37', 13],
  ['25,', '25,', 25],
  ['13,37 $', '13,37 $', 13],
  ['13, 37', '13, 37', 13],
  ['12,50,', '12,50,', 12],
  ['1 200,50 €', '1 200,50 ', 1200],
  ['1,200.5', '1,200.5', 1200],
  ['1.200,50', '1.200,50', 1200],
  ['12,000', '12,000', 12_000],
  ['1e3', '13', 13],
  ['much', '', 1],
  ['-5', '-5', 1],
  ['−5', '−5', 1],
])('an amount typed as %o shows as %o and counts as %i', { tags: ['§5.quantities.7'] }, (text, shown, dollars) => {
  expect(amountTyped(text)).toBe(shown);
  expect(clampDonation(dollarsOf(amountTyped(text)))).toBe(dollars);
});
