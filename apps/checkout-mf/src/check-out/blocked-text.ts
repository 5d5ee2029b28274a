import type { CartLine } from '@newsstand/contracts/cart';
import { availableQuantity } from '@newsstand/contracts/available-quantity';
import type { T } from '../page-texts.ts';

type Line = Pick<CartLine, 'availability' | 'name' | 'detail' | 'quantity'>;

/**
 * Why an order cannot be placed as it stands. Of what is only short the number that is left is named; the line itself
 * offers to take that many.
 */
export const blockedText = (lines: readonly Line[], t: T): string => {
  const troubled = lines.filter(({ availability }) => availability.type !== 'available');
  // A line that this build cannot show, of a younger release.
  if (troubled.length === 0) return t('checkout.cart_strange');
  const short = troubled.find((line) => availableQuantity(line) > 0);
  const gone = troubled.filter((line) => availableQuantity(line) === 0);
  if (gone.length > 0 && gone.every(({ availability }) => 'held' in availability && availability.held)) return t('checkout.cart_held');
  if (!short || gone.length > 0) return t('checkout.cart_blocked');
  const { name, detail } = short;
  return t('checkout.cart_short', { left: availableQuantity(short), name: detail === null ? name : `${name} (${detail})` });
};
