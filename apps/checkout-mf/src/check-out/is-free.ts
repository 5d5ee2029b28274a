import type { Cart } from '@newsstand/contracts/cart';

/**
 * Section 9, FREE: an order that costs nothing. One of which nothing can be had any more costs nothing either, and is
 * no order.
 */
export const isFree = ({ can_checkout }: Pick<Cart, 'can_checkout'>, total: number): boolean => total === 0 && can_checkout;
