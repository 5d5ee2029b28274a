import { describe, expect, it } from 'vitest';
import { hasShippingLine } from './shipping-line.ts';

describe('the line of the postage', () => {
  it.each([
    [0, false],
    [1, false],
    [2, true],
  ])('%i cents of shipping have a line in the order review: %s', { tags: ['§9.review.1'] }, (cents, shown) => {
    expect(hasShippingLine('review', cents)).toBe(shown);
  });

  it.each([
    [0, false],
    [1, true],
  ])('%i cents of shipping have a line in the cart table: %s', { tags: ['§9.review.2'] }, (cents, shown) => {
    expect(hasShippingLine('table', cents)).toBe(shown);
  });
});
