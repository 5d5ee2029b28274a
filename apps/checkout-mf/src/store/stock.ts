import type { Cart } from '@newsstand/contracts/cart';
import { isScarce, MAX_QUANTITY } from '@newsstand/contracts/quantity';
import type { T } from '../widget.ts';

/** What is in stock; null for what never runs out. */
export type Left = number | null;

/** Section 9, products: a notice under 10. */
export const stockNotice = (left: Left, held: boolean, t: T): string | null => {
  if (!isScarce(left)) return null;
  return left <= 0 ? gone(held, t) : t('checkout.low_stock', { count: left });
};

/** Section 9, sizes. */
export const sizeNotice = (left: number, held: boolean, t: T): string | null => {
  if (!isScarce(left)) return null;
  return left <= 0 ? gone(held, t) : t('checkout.size_low', { count: left });
};

/** What others have not paid for may come free in minutes; what is sold is gone. */
const gone = (held: boolean, t: T): string => t(held ? 'checkout.held' : 'checkout.out_of_stock');

/**
 * How many of a thing the cart holds, and how many more there can be: at most what is left of it, and 50 (section 5).
 */
export type Room = { held: number; more: number };

/** The cart knows best what is left for its reader: what their own started order holds is theirs still. */
export const roomFor = ({ billing }: Cart, { type, ref }: { type: string; ref: string }, left: Left): Room => {
  const line = billing.a.find(({ cart }) => cart.type === type && cart.ref === ref);
  const held = line?.quantity ?? 0;
  const there = (line && 'left' in line.availability ? line.availability.left : null) ?? left;
  return { held, more: Math.max(0, Math.min(there ?? MAX_QUANTITY, MAX_QUANTITY) - held) };
};
