import { SHIPCODES } from '@newsstand/contracts/shipcode';
import type { FormSelectOption, ShippingConfig } from '@newsstand/contracts/shipping-config';
import type { Zones } from './zones-schema.ts';

/**
 * Countries and their states by zone (section 7). `inclusive` puts every country into zone c as well, as donations need
 * it (section 9).
 */
export function shippingConfig(zones: Zones, { inclusive }: { inclusive: boolean }): ShippingConfig {
  const everywhere = SHIPCODES.flatMap((shipcode) => zones[shipcode].countries).toSorted(byName);
  return {
    a: zone(zones, zones.a.countries),
    b: zone(zones, zones.b.countries),
    c: zone(zones, inclusive ? everywhere : zones.c.countries),
    ship_prices: zones.ship_prices,
  };
}

function zone(zones: Zones, countries: FormSelectOption[]): ShippingConfig['a'] {
  const codes = new Set(countries.map(({ code }) => code));
  return { countries, states: Object.fromEntries(Object.entries(zones.states).filter(([country]) => codes.has(country))) };
}

function byName(one: FormSelectOption, other: FormSelectOption): number {
  return (one.names[0] ?? one.code).localeCompare(other.names[0] ?? other.code, 'en');
}
