import type { CartLine } from './cart.ts';

/** How many of a line can be had now: what its price, its shipping and the totals of its cart count. */
export const availableQuantity = ({ availability, quantity }: Pick<CartLine, 'availability' | 'quantity'>): number => {
  switch (availability.type) {
    case 'available':
      return quantity;
    case 'short':
      return Math.min(quantity, availability.left);
    case 'sold-out':
    case 'withdrawn':
      return 0;
  }
};
