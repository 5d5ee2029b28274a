import type { CartLine } from '@newsstand/contracts/cart';
import type { T } from '../widget.ts';

/**
 * What is wrong with a line as it stands: fewer can be had than it asks for, two carts held more than one may hold, or
 * its coupon takes nothing off. Null where nothing is.
 */
export const troubleText = ({ availability, quantity, left_out = 0, in_place_of, coupon_message }: CartLine, t: T): string | null => {
  switch (availability.type) {
    case 'available':
      return (
        [
          in_place_of !== undefined && t('checkout.line_in_place_of', { other: in_place_of }),
          left_out > 0 && t('checkout.line_left_out', { left_out, most: quantity }),
          coupon_message,
        ]
          .filter(Boolean)
          .join(' ') || null
      );
    case 'short':
      if (availability.left <= 0) return t('checkout.line_sold_out');
      return [t('checkout.line_short', { left: availability.left }), availability.held && t('checkout.line_more_held')]
        .filter(Boolean)
        .join(' ');
    case 'sold-out':
      return t(availability.held ? 'checkout.line_held' : 'checkout.line_sold_out');
    case 'withdrawn':
      return t('checkout.line_withdrawn');
  }
};
