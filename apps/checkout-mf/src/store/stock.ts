import { LOW_STOCK, MAX_QUANTITY } from '@newsstand/contracts/quantity';
import type { T } from '../widget.ts';

/** What is in stock; null for what never runs out. */
export type Left = number | null;

/** Section 9, products: a notice under 10. */
export const stockNotice = (left: Left, t: T): string | null => {
  if (left === null || left >= LOW_STOCK) return null;
  return left <= 0 ? t('checkout.out_of_stock') : t('checkout.low_stock', { count: left });
};

/** Section 9, sizes. */
export const sizeNotice = (left: number, t: T): string | null => {
  if (left >= LOW_STOCK) return null;
  return left <= 0 ? t('checkout.out_of_stock') : t('checkout.size_low', { count: left });
};

/** Section 5: the lesser of what is left and 50, and never below 1. */
export const highestQuantity = (left: Left): number => Math.max(1, Math.min(left ?? MAX_QUANTITY, MAX_QUANTITY));
