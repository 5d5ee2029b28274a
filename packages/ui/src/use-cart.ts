import { useSyncExternalStore } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import type { MountContext } from '@newsstand/contracts/widget';

/** The page's cart as it is now, null until it is known. */
export const useCart = (context: Pick<MountContext, 'cart'>): Cart | null =>
  useSyncExternalStore(context.cart.subscribe, () => context.cart.getState().cart);
