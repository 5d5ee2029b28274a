import { isScarce, MAX_QUANTITY } from '@newsstand/contracts/quantity';
import type { Product } from '@newsstand/contracts/product';
import type { T } from './widget.ts';

/** What is left of a product in the size that is chosen; null for what never runs out. */
export const leftOf = ({ quantity, sizes }: Product, size: string | null): number | null =>
  size === null ? quantity : (sizes.find(({ ref }) => ref === size)?.quantity ?? 0);

/** Section 5: swag is taken up to the lesser of what is in stock and 50. */
export const mostOf = (left: number | null): number => Math.min(left ?? MAX_QUANTITY, MAX_QUANTITY);

/** Section 9: a notice under 10. */
export const stockNotice = (left: number | null, t: T): string | null =>
  isScarce(left) ? t('subscribe.low_stock', { count: left }) : null;

/** Section 9, sizes. */
export const sizeNotice = (left: number, held: boolean, t: T): string | null => {
  if (!isScarce(left)) return null;
  return left <= 0 ? t(held ? 'subscribe.held' : 'subscribe.out_of_stock') : t('subscribe.size_low', { count: left });
};
