import type { CartLine } from '@newsstand/contracts/cart';
import { formatCents } from '@newsstand/contracts/money';
import type { T } from '../widget.ts';
import { linePrice } from './line-price.ts';

type Line = Pick<CartLine, 'price' | 'discount'> & {
  type: CartLine['cart']['type'];
  shipping?: number | undefined;
  coupon?: string | undefined;
};

/**
 * What stands under a line's name beside its detail: that a coupon is on, which one where that is known, and what
 * posting it for its whole term costs.
 */
export const lineNotes = (line: Line, quantity: number, t: T): string[] => {
  const { shipping } = linePrice(line, quantity);
  return [
    ...(isSubscription(line.type) && line.discount > 0 ? [applied(line, t)] : []),
    ...(shipping > 0 ? [t('checkout.line_shipping', { price: formatCents(shipping) })] : []),
  ];
};

const applied = ({ coupon }: Line, t: T): string => t('checkout.coupon_applied') + (coupon === undefined ? '' : `: ${coupon}`);

/** Coupons are for these (section 3). */
export const isSubscription = (type: CartLine['cart']['type']): boolean => type === 'personal-subscription' || type === 'gift-subscription';
