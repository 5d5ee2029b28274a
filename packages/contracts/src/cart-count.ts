import type { Cart } from './cart.ts';

/** The number on the cart icon: items plus giftsubs plus 1 for a subscription plus 1 for a donation (section 2). */
export const cartCount = (cart: Pick<Cart, 'items' | 'giftsubs' | 'subscription' | 'donation'>): number =>
  cart.items.reduce((sum, item) => sum + item.quantity, 0) + cart.giftsubs.length + (cart.subscription ? 1 : 0) + (cart.donation ? 1 : 0);
