import type { Cart } from '@newsstand/contracts/cart';
import type { Shipcode } from '@newsstand/contracts/shipcode';

/**
 * The zone whose amounts are shown before an address is known: the one chosen in the builder, or else the default
 * (section 9).
 */
export const cartZone = ({ shipcode, subscription }: Pick<Cart, 'shipcode' | 'subscription'>): Shipcode =>
  shipcode ?? subscription?.shipcode ?? 'a';
