import { says } from './schema-message.ts';

/** Section 9: at most this many of one thing in a cart line. */
export const MAX_QUANTITY = 50;
export const wrongQuantity = says('quantity', undefined, MAX_QUANTITY);
/** Section 9: gift quantity is 1 to 20. */
export const MAX_GIFTS = 20;
/** At most so many different things in one cart: gifts with other settings, or another coupon, are another thing. */
export const MAX_LINES = 50;
/** Section 9: a low-stock notice appears under 10. */
const LOW_STOCK = 10;
/** What is left of a thing is so little; `null` is what never runs out. */
export const isScarce = (left: number | null): left is number => left !== null && left < LOW_STOCK;

/**
 * Section 5, quantity clamp: non-numeric becomes the minimum, non-integers are rounded down, values below the minimum
 * become the minimum, values above the maximum (where there is one) become the maximum.
 */
export const clampQuantity = (value: unknown, minimum: number, maximum = Number.POSITIVE_INFINITY): number => {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) return minimum;
  return Math.max(minimum, Math.min(Math.floor(number), maximum));
};
