import { describe, expect, it } from 'vitest';
import { linePrice } from './line-price.ts';

describe('linePrice', () => {
  it.each([
    [{ price: 1800, discount: 0 }, 2, { was: 3600, now: 3600 }],
    [{ price: 3400, discount: 680 }, 1, { was: 3400, now: 2720 }],
    [{ price: 0, discount: 0 }, 1, { was: 0, now: 0 }],
    [{ price: 800, discount: 900 }, 1, { was: 800, now: 0 }],
  ])('%j times %i', (line, quantity, expected) => {
    expect(linePrice(line, quantity)).toMatchObject(expected);
  });
});
