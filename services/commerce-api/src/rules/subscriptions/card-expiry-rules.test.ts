import { describe, expect, it } from 'vitest';
import { expiryOf, expiryWarning, expiryWarningKey } from './card-expiry-rules.ts';

const card = { exp_month: 2, exp_year: 2028 };

describe('a card', () => {
  it.each([
    [2, 2028, '2028-03-01T00:00:00.000Z'],
    [12, 2027, '2028-01-01T00:00:00.000Z'],
  ])('of %i/%i is good until %s', (exp_month, exp_year, expiry) => {
    expect(expiryOf({ exp_month, exp_year }).toISOString()).toBe(expiry);
  });

  it.each([
    ['2028-02-29T23:59:59Z', null],
    ['2028-03-01T00:00:00Z', '2028-01-31T00:00:00.000Z'],
    ['2029-01-01T00:00:00Z', '2028-01-31T00:00:00.000Z'],
    [null, null],
  ])('that is to be charged on %s is warned about on %s', (charge, warning) => {
    expect(expiryWarning(card, charge === null ? null : new Date(charge))?.toISOString() ?? null).toBe(warning);
  });

  it('is warned about once for each expiry', () => {
    expect(expiryWarningKey('pm_1', card)).toBe('pm_1:2028-02');
  });
});
