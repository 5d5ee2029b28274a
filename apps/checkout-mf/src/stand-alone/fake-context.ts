import type { Cart } from '@newsstand/contracts/cart';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import type { StandAloneState } from './stand-alone-state.ts';

type Shared = Pick<MountContext, 'pageData' | 'cart' | 'updateCart' | 'openOverlay'>;

/** What the shell gives to all widgets of a page, in its smallest form. */
export const sharedContext = ({ page, held }: StandAloneState): Shared => {
  let cart: Cart | null = held ?? (typeof page === 'string' ? null : page.cart);
  let closeOpen: (() => void) | null = null;
  const listeners = new Set<(state: { cart: Cart | null }) => void>();
  const data =
    page === 'pending' ? new Promise<never>(() => {}) : page === 'failed' ? Promise.reject(new Error('no data')) : Promise.resolve(page);
  // A page of whose widgets none asks for its data must not complain.
  data.catch(() => {});
  return {
    pageData: () => data,
    cart: {
      getState: () => ({ cart }),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    updateCart: (next) => {
      cart = next;
      for (const listener of listeners) listener({ cart });
    },
    openOverlay: (close) => {
      if (closeOpen !== close) closeOpen?.();
      closeOpen = close;
      return () => {
        if (closeOpen === close) closeOpen = null;
      };
    },
  };
};

export const contextOf = (
  shared: Shared,
  element: HTMLElement,
  { widget, options = {}, intent = false }: StandAloneState['widgets'][number],
): MountContext => ({
  ...shared,
  contract: CONTRACT,
  widget,
  api: '',
  options,
  intent,
  setState: (state) => element.setAttribute('data-state', state),
});
