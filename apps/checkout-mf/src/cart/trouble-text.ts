import type { CartLine } from '@newsstand/contracts/cart';
import type { T } from '../widget.ts';

/** What is wrong with a line as it stands: fewer can be had than it asks for, or two carts held more than one may hold. Null where nothing is. */
export const troubleText = ({ availability, quantity, left_out = 0, in_place_of }: CartLine, t: T): string | null => {
  switch (availability.type) {
    case 'available':
      if (in_place_of !== undefined) return t('checkout.line_in_place_of', { other: in_place_of });
      return left_out > 0 ? t('checkout.line_left_out', { left_out, most: quantity }) : null;
    case 'short':
      return availability.left > 0 ? t('checkout.line_short', { left: availability.left }) : t('checkout.line_sold_out');
    case 'sold-out':
      return t('checkout.line_sold_out');
    case 'withdrawn':
      return t('checkout.line_withdrawn');
  }
};
