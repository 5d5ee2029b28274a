import type { CartLine } from '@newsstand/contracts/cart';
import { MAX_GIFTS, MAX_QUANTITY } from '@newsstand/contracts/quantity';
import { Quantity } from '@newsstand/ui/quantity';
import { isViewOnly } from '@newsstand/ui/view-only';
import type { T } from '../widget.ts';
import { lineName } from './line-name.ts';
import type { CartChanges } from './use-cart-changes.ts';

/**
 * Section 5, cart row: the quantity goes up only where change_quantity is set, to the lesser of stock and 50 (gifts:
 * 20), and never below 1.
 */
export const LineQuantity = ({ line, changes, t }: { line: CartLine; changes: CartChanges; t: T }) => {
  const { availability, cart } = line;
  const name = lineName(line);
  const most = cart.type === 'gift-subscription' ? MAX_GIFTS : MAX_QUANTITY;
  const left = 'left' in availability ? (availability.left ?? most) : line.quantity;
  return (
    <Quantity
      label={t('checkout.quantity_of', { name })}
      value={changes.quantityOf(line)}
      min={1}
      max={Math.max(1, Math.min(left, most))}
      canIncrease={line.change_quantity}
      disabled={isViewOnly() || availability.type === 'sold-out' || availability.type === 'withdrawn'}
      onChange={(quantity) => changes.change(line, quantity)}
      texts={{ more: t('checkout.more', { name }), fewer: t('checkout.fewer', { name }) }}
    />
  );
};
