import type { CartLine } from '@newsstand/contracts/cart';

/** What a line costs in cents before and after its discount, which is for the whole line. */
export const linePrice = ({ price, discount }: Pick<CartLine, 'price' | 'discount'>, quantity: number): { was: number; now: number } => {
  const was = price * quantity;
  return { was, now: Math.max(0, was - discount) };
};
