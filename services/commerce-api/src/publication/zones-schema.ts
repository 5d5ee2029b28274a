import { ShipPrices as PricesOfContract } from '@newsstand/contracts/shipping-config';
import * as v from 'valibot';
import { Cents, Text, listOf } from './fields.ts';

/** What a select box offers: the first name is shown, the others are found by typing. */
export const Option = v.strictObject({
  code: v.pipe(v.string('must be text'), v.regex(/^[A-Z0-9]{2,3}$/, 'must be two or three capital letters or digits')),
  names: v.pipe(listOf(Text), v.minLength(1, 'must hold at least one name')),
});
export type Option = v.InferOutput<typeof Option>;

export const Zone = v.strictObject({
  name: Text,
  countries: v.pipe(listOf(Option), v.minLength(1, 'must hold at least one country')),
});
export type Zone = v.InferOutput<typeof Zone>;

/** Shipping of an order of goods, in cents, by zone and quantity: 1 or fewer, 2 to 4, 5 or more (specification 9). */
export const ShipPrices = v.strictObject(v.entriesFromList(v.keyof(PricesOfContract).options, Cents));
export type ShipPrices = v.InferOutput<typeof ShipPrices>;

/** The countries of each shipping zone, and the states of those of them whose addresses need one (specification 5). */
export const Zones = v.strictObject({
  a: Zone,
  b: Zone,
  c: Zone,
  states: v.strictObject({ US: v.optional(listOf(Option)), CA: v.optional(listOf(Option)), AU: v.optional(listOf(Option)) }),
  ship_prices: ShipPrices,
});
export type Zones = v.InferOutput<typeof Zones>;
