import { useCallback, useMemo, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { Cart } from '@newsstand/contracts/cart';
import type { MountContext } from '@newsstand/contracts/widget';

/**
 * The page's cart as it is now, null until it is known. One that holds what this build does not know counts as not
 * known: the page's data has it as far as it can be read.
 */
export const useCart = ({ cart }: Pick<MountContext, 'cart'>): Cart | null => {
  const subscribe = useCallback((listener: () => void) => cart.subscribe(listener), [cart]);
  const held = useSyncExternalStore(subscribe, () => cart.getState().cart);
  return useMemo(() => (v.safeParse(Cart, held).success ? held : null), [held]);
};
