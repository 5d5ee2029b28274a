import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents } from './money.ts';

describe('formatCents', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [50, '$0.50'],
    [1250, '$12.50'],
    [100_000, '$1,000.00'],
    [-300, '-$3.00'],
  ])('%i cents are shown as %s', { tags: ['§9.prices.2'] }, (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });

  it('loses no cent', { tags: ['§9.prices.2'] }, () => {
    fc.assert(fc.property(fc.nat(1_000_000_000), (cents) => Number(formatCents(cents).replace(/[$,.]/g, '')) === cents));
  });
});
