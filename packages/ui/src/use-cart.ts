import { useCallback, useSyncExternalStore } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import type { MountContext } from '@newsstand/contracts/widget';

/** The page's cart as it is now, null until it is known. */
export const useCart = ({ cart }: Pick<MountContext, 'cart'>): Cart | null => {
  const subscribe = useCallback((listener: () => void) => cart.subscribe(listener), [cart]);
  return useSyncExternalStore(subscribe, () => cart.getState().cart);
};
