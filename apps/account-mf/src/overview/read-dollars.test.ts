import { expect, test } from 'vitest';
import { readDollars } from './read-dollars.ts';

test.each([
  ['40', 40],
  [' $40 ', 40],
  ['1,000', 1000],
  ['$12,345,678', 12_345_678],
  ['40.00', 40],
])('%o is %i dollars each month', (typed, dollars) => {
  expect(readDollars(typed)).toBe(dollars);
});

test.each(['', ' ', 'abc', '$', '0', '-5', '12.90', '1,00', '10,00,000', '1e3', '0x10', '40 dollars', 'Infinity'])(
  '%o is no amount to give each month, and never becomes another one',
  (typed) => {
    expect(readDollars(typed)).toBe(null);
  },
);
