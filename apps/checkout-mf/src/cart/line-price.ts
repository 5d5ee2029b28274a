import type { CartLine } from '@newsstand/contracts/cart';

/**
 * What a line costs in cents before and after its discount, which is for the whole line, and what posting it for its
 * whole term adds. A coupon that makes a subscription free takes off more than its price: the rest goes off its
 * shipping.
 */
export const linePrice = (
  { price, discount, shipping = 0 }: Pick<CartLine, 'price' | 'discount'> & { shipping?: number | undefined },
  quantity: number,
): { was: number; now: number; shipping: number } => {
  const was = price * quantity;
  return { was, now: Math.max(0, was - discount), shipping: Math.max(0, shipping - Math.max(0, discount - was)) };
};
