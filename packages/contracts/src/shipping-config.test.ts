import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippingConfig, shipPrices } from '../fixtures/shipping.ts';
import { SHIPCODES } from './shipcode.ts';
import { shippingPrice, zoneOf } from './shipping-config.ts';

describe('shippingPrice', () => {
  it.each([
    ['a', 0, 0],
    ['a', 1, shipPrices.a1],
    ['a', 2, shipPrices.a2],
    ['a', 4, shipPrices.a2],
    ['a', 5, shipPrices.a5],
    ['b', 1, shipPrices.b1],
    ['b', 3, shipPrices.b2],
    ['b', 50, shipPrices.b5],
    ['c', 1, shipPrices.c1],
    ['c', 2, shipPrices.c2],
    ['c', 6, shipPrices.c5],
  ] as const)('zone %s, %i things: %i cents', { tags: ['§9.shipping.2'] }, (shipcode, quantity, price) => {
    expect(shippingPrice(shipPrices, shipcode, quantity)).toBe(price);
  });

  it('is one of three prices of the zone, for any quantity', { tags: ['§9.shipping.2'] }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...SHIPCODES), fc.integer({ min: 1, max: 500 }), (shipcode, quantity) => {
        const tiers = [shipPrices[`${shipcode}1`], shipPrices[`${shipcode}2`], shipPrices[`${shipcode}5`]];
        return tiers.includes(shippingPrice(shipPrices, shipcode, quantity));
      }),
    );
  });

  it('does not fall when one thing more is sent, with tiers that rise', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SHIPCODES),
        fc.nat(100),
        (shipcode, quantity) => shippingPrice(shipPrices, shipcode, quantity) <= shippingPrice(shipPrices, shipcode, quantity + 1),
      ),
    );
  });
});

describe('zoneOf', () => {
  it.each([
    ['US', 'a'],
    ['CA', 'b'],
    ['FR', 'c'],
    ['AQ', null],
    ['', null],
  ])('%s is in zone %s', (country, zone) => {
    expect(zoneOf(shippingConfig, country)).toBe(zone);
  });
});
