import type { Cart, CartLine } from '@newsstand/contracts/cart';

/** The codes that take something off these lines, each once. A coupon that does not fit the zone is in the cart, but is not on (section 4). */
export const appliedCoupons = ({ subscription, giftsubs }: Pick<Cart, 'subscription' | 'giftsubs'>, lines: CartLine[]): string[] => {
  const on = (type: CartLine['cart']['type']) => lines.some((line) => line.cart.type === type && line.discount > 0);
  const codes = [
    ...(on('personal-subscription') ? [subscription?.coupon] : []),
    ...(on('gift-subscription') ? giftsubs.map(({ coupon }) => coupon) : []),
  ];
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
};
