import type { CartLine } from '@newsstand/contracts/cart';
import { availableQuantity } from '@newsstand/contracts/available-quantity';
import { Price } from '@newsstand/ui/price';
import type { T } from '../widget.ts';
import { linePrice } from './line-price.ts';

/**
 * What a line adds to the total: what can no longer be had adds nothing, and of a line of which too few are left only
 * those count.
 */
export const LineAmount = ({ line, quantity, t }: { line: CartLine; quantity: number; t: T }) => {
  const counted = availableQuantity({ ...line, quantity });
  if (counted === 0) return t('checkout.no_amount');
  const { was, now } = linePrice(line, counted);
  return now === 0 ? t('checkout.free_price') : <Price cents={now} was={was} />;
};
