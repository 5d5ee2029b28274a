import * as v from 'valibot';
import type { CartDonation } from './cart.ts';
import { Cents } from './money.ts';
import { clampQuantity } from './quantity.ts';
import { says } from './schema-message.ts';

/** Section 2, /donate?type=. */
export const DonationType = v.picklist(['onetime', 'monthly']);
export type DonationType = v.InferOutput<typeof DonationType>;

/** A named amount to give, in cents once or each month (sections 3 and 9). */
export const DonationTier = v.object({ name: v.string(), onetime: Cents, monthly: Cents, description: v.optional(v.string()) });
export type DonationTier = v.InferOutput<typeof DonationTier>;

/** So that cents stay far from where whole numbers end, and a slip of the finger from a bank's limit. */
export const MAX_DONATION = 100_000;

const wrongDollars = says('dollars', undefined, 1);
/** Whole dollars, as a request names them. */
export const Dollars = v.pipe(
  v.number(wrongDollars),
  v.integer(wrongDollars),
  v.minValue(1, wrongDollars),
  v.maxValue(MAX_DONATION, says('dollars_most', undefined, MAX_DONATION.toLocaleString('en-US'))),
);

/** A donation as the cart holds it: `dollars` whole dollars, at least 1; `amount` the same × 100 (section 9). */
export const makeDonation = (type: DonationType, dollars: number): CartDonation => ({
  process: type === 'monthly' ? 'monthly-init' : 'onetime',
  dollars,
  amount: dollars * 100,
});

/**
 * A sum of dollars as people write it: '40', '$1,200', '12.90', '1 200 $'. NaN for all else: what '25,-' or '1.200' is
 * depends on who writes it, so that nothing is guessed. A request with it is refused beside its field.
 */
export const readDollars = (typed: string): number =>
  /^[$\s]*-?(\d+|\d{1,3}([,\s]\d{3})+)(\.\d{0,2})?[$\s]*$/.test(typed) ? Number(typed.replaceAll(/[$,\s]/g, '')) : Number.NaN;

/**
 * What is typed on the donate page: whole dollars, at least 1, which a field without any digit is, too (section 5); NaN
 * where there is a sum that is not understood.
 */
export const typedDonation = (typed: string): number => {
  const dollars = /\p{N}/u.test(typed) ? readDollars(typed) : 1;
  return Number.isNaN(dollars) ? dollars : clampDonation(dollars);
};

/**
 * Whether a sum can be chosen in the builder: a whole number of dollars, 0 for no donation (section 5). Another is none
 * until the API refuses it beside its field.
 */
export const isExtraDonation = (dollars: number | null): dollars is number => dollars === clampQuantity(dollars, 0, MAX_DONATION);

/** What was chosen as an amount on the donate page: a whole number of dollars, at least 1 (section 5). */
export const clampDonation = (value: unknown): number => clampQuantity(value, 1, MAX_DONATION);

/**
 * The query of /donate: only a positive numeric amount is accepted, in dollars (section 2); anything else proposes
 * `proposed`, the publication's default in cents (section 9).
 */
export const readDonationQuery = (
  query: { type?: string | null; amount?: string | null },
  proposed: number,
): { type: DonationType; dollars: number } => {
  const amount = Number((query.amount ?? '').trim());
  return {
    type: query.type === 'monthly' ? 'monthly' : 'onetime',
    dollars: Number.isFinite(amount) && amount > 0 ? clampDonation(amount) : clampDonation(proposed / 100),
  };
};

/** The tier that a typed amount is, if any. */
export const tierOf = <Tier extends Pick<DonationTier, DonationType>>(tiers: Tier[], type: DonationType, dollars: number): Tier | null =>
  tiers.find((tier) => tier[type] === dollars * 100) ?? null;
