import type { Cart, CartLine } from '@newsstand/contracts/cart';
import type { T } from '../widget.ts';
import { builderPath } from './builder-path.ts';

/** Under the text that a coupon wants other settings: where they are changed. */
export const BuilderLink = ({ line, cart, t }: { line: CartLine; cart: Cart; t: T }) => {
  const path = builderPath(line, cart);
  return path === null ? null : <a href={path}>{t('checkout.coupon_builder')}</a>;
};
