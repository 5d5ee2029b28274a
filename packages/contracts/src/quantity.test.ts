import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampQuantity } from './quantity.ts';

describe('clampQuantity', () => {
  it.each([
    [3, 1, 50, 3],
    ['7', 1, 50, 7],
    [' 7 ', 1, 50, 7],
    [2.9, 1, 50, 2],
    ['2.9', 1, 50, 2],
    [0, 1, 50, 1],
    [-4, 1, 50, 1],
    [51, 1, 50, 50],
    ['', 1, 50, 1],
    ['  ', 1, 50, 1],
    ['two', 1, 50, 1],
    [null, 1, 50, 1],
    [undefined, 1, 50, 1],
    [{}, 1, 50, 1],
    [Number.NaN, 1, 50, 1],
    [Number.POSITIVE_INFINITY, 1, 20, 20],
    [5, 1, 3, 3],
    [1, 0, 0, 0],
  ])('%o between %i and %i is %i', { tags: ['§5.quantities.3', '§5.quantities.4'] }, (value, minimum, maximum, expected) => {
    expect(clampQuantity(value, minimum, maximum)).toBe(expected);
  });

  it('has no upper bound unless one is given', { tags: ['§5.quantities.4'] }, () => {
    expect(clampQuantity(1234, 1)).toBe(1234);
  });

  it('is a whole number between its bounds, whatever is typed', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer({ min: 0, max: 10 }), fc.integer({ min: 10, max: 50 }), (value, minimum, maximum) => {
        const clamped = clampQuantity(value, minimum, maximum);
        return Number.isInteger(clamped) && clamped >= minimum && clamped <= maximum;
      }),
    );
  });

  it('leaves alone what it made', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double()), (value) => {
        const once = clampQuantity(value, 1, 50);
        return clampQuantity(once, 1, 50) === once;
      }),
    );
  });
});
