import type { Cart } from '@newsstand/contracts/cart';
import { DEFAULT_SHIPCODE, type Shipcode } from '@newsstand/contracts/shipcode';

/** The zone whose amounts are shown before an address is known: the one chosen in the builder, or else the default (section 9). */
export const cartZone = ({ subscription }: Pick<Cart, 'subscription'>): Shipcode => subscription?.shipcode ?? DEFAULT_SHIPCODE;
