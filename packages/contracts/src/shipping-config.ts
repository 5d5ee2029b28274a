import * as v from 'valibot';
import { Cents } from './money.ts';
import type { Shipcode } from './shipcode.ts';

/** A choice of a select box: a code, and the names it is found by; the first name is the one shown (section 3). */
export const FormSelectOption = v.object({ code: v.string(), names: v.pipe(v.array(v.string()), v.minLength(1)) });
export type FormSelectOption = v.InferOutput<typeof FormSelectOption>;

const Zone = v.object({ countries: v.array(FormSelectOption), states: v.record(v.string(), v.array(FormSelectOption)) });

/** What one order's shipping costs, in cents: zone and quantity tier, 1 or fewer, 2 to 4, 5 or more (section 9). */
export const ShipPrices = v.object({
  a1: Cents,
  a2: Cents,
  a5: Cents,
  b1: Cents,
  b2: Cents,
  b5: Cents,
  c1: Cents,
  c2: Cents,
  c5: Cents,
});
export type ShipPrices = v.InferOutput<typeof ShipPrices>;

/**
 * The answer of GET /api/config/shipping: countries and states by zone. `?inclusive` puts every country into zone c as
 * well (donations, section 9).
 */
export const ShippingConfig = v.object({ a: Zone, b: Zone, c: Zone, ship_prices: ShipPrices });
export type ShippingConfig = v.InferOutput<typeof ShippingConfig>;

/**
 * The price of shipping `quantity` physical things to a zone, in cents; nothing to ship costs nothing (section 9,
 * per-order tiers).
 */
export const shippingPrice = (prices: ShipPrices, shipcode: Shipcode, quantity: number): number => {
  if (quantity < 1) return 0;
  const tier = quantity >= 5 ? 5 : quantity >= 2 ? 2 : 1;
  return prices[`${shipcode}${tier}`];
};

/** The zone a country belongs to, or null for a country the publication does not ship to. */
export const zoneOf = (config: Pick<ShippingConfig, Shipcode>, country: string): Shipcode | null => {
  for (const shipcode of ['a', 'b', 'c'] as const) {
    if (config[shipcode].countries.some((option) => option.code === country)) return shipcode;
  }
  return null;
};
