import * as v from 'valibot';
import { Coupons } from './coupon-schema.ts';
import { DonationTiers, Prices } from './prices-schema.ts';
import { Identity } from './publication-schema.ts';
import { Zones } from './zones-schema.ts';

/**
 * What the database keeps of a publication beside its products and issues: settings, zones, prices, tiers, coupons,
 * messages.
 */
export const PublishedData = v.object({
  ...Identity.entries,
  zones: Zones,
  prices: Prices,
  donation_tiers: DonationTiers,
  coupons: Coupons,
});
export type PublishedData = v.InferOutput<typeof PublishedData>;
/** The same before it is parsed: coupons without what is worked out from them. */
export type PublishedInput = v.InferInput<typeof PublishedData>;
