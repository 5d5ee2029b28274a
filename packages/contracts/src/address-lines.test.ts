import { makeAddress } from '../fixtures/receipt.ts';
import { describe, expect, it } from 'vitest';
import { addressLines } from './address-lines.ts';

describe('addressLines', () => {
  it.each([
    [{}, ['2 Slipway', 'Port Merrow, ME 04999', 'United States']],
    [{ line2: 'Flat 2' }, ['2 Slipway', 'Flat 2', 'Port Merrow, ME 04999', 'United States']],
    [{ state: '', postcode: '', city: 'Ouessant', country_name: 'France' }, ['2 Slipway', 'Ouessant', 'France']],
    [
      { state: '', postcode: 'BT1 1AA', city: 'Belfast', country_name: 'United Kingdom' },
      ['2 Slipway', 'Belfast, BT1 1AA', 'United Kingdom'],
    ],
  ])('%j', (parts, lines) => {
    expect(addressLines(makeAddress(parts))).toEqual(lines);
  });
});
