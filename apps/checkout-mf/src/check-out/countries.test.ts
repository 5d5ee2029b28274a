import { shippingConfig } from '@newsstand/contracts/fixtures/shipping';
import { describe, expect, it } from 'vitest';
import { countriesOf, countryName, statesOf } from './countries.ts';

describe('the countries of a publication', () => {
  it('stand in one list by name', () => {
    const codes = countriesOf(shippingConfig).map(({ code }) => code);
    expect(codes).toEqual(['AU', 'CA', 'FR', 'DE', 'IS', 'IE', 'NZ', 'ZA', 'GB', 'US']);
  });

  it('stand there once, also when every country is in zone c as well', () => {
    const inclusive = { ...shippingConfig, c: { ...shippingConfig.c, countries: countriesOf(shippingConfig) } };
    expect(countriesOf(inclusive)).toEqual(countriesOf(shippingConfig));
  });

  it.each([
    ['US', 5],
    ['CA', 4],
    ['AU', 3],
    ['FR', 0],
    ['', 0],
  ])('%s has %i states', (country, count) => {
    expect(statesOf(shippingConfig, country)).toHaveLength(count);
  });

  it.each([
    ['GB', 'United Kingdom'],
    ['AQ', null],
  ])('%s is called %s', (country, name) => {
    expect(countryName(shippingConfig, country)).toBe(name);
  });
});
