import type { Cart, CartLine } from '@newsstand/contracts/cart';

type Coupons = Pick<Cart, 'subscription' | 'giftsubs'>;

/** The codes that a cart holds, each once, whether they take something off or not. */
export const couponsIn = ({ subscription, giftsubs }: Coupons): string[] =>
  each([subscription?.coupon, ...giftsubs.map(({ coupon }) => coupon)]);

/**
 * The codes that take something off these lines, each once. A coupon that does not fit the zone is in the cart, but is
 * not on (section 4).
 */
export const appliedCoupons = ({ subscription, giftsubs }: Coupons, lines: CartLine[]): string[] => {
  const on = (type: CartLine['cart']['type']) => lines.some((line) => line.cart.type === type && line.discount > 0);
  return each([
    ...(on('personal-subscription') ? [subscription?.coupon] : []),
    ...(on('gift-subscription') ? giftsubs.map(({ coupon }) => coupon) : []),
  ]);
};

const each = (codes: (string | null | undefined)[]): string[] => [...new Set(codes.filter((code) => typeof code === 'string'))];
