import * as v from 'valibot';

/** Whole cents of the publication's currency, at least 0 (section 9: amounts are held in cents). */
export const Cents = v.pipe(v.number(), v.integer('must be a whole number of cents'), v.minValue(0, 'must be at least 0'));
export type Cents = v.InferOutput<typeof Cents>;

/** Cents as a reader sees them: `1250` is `$12.50` (section 9: currency is $, shown as dollars and cents). */
export const formatCents = (cents: number): string => {
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString('en-US');
  return `${cents < 0 ? '-' : ''}$${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};
