import type { Cart } from '@newsstand/contracts/cart';
import { UPDATE_CART, type UpdateCart } from '@newsstand/contracts/update-cart';
import type { CartStore } from '@newsstand/contracts/widget';
import { createStore } from 'zustand/vanilla';

/**
 * The page's one cart store. It begins with what the loader knows and follows `update-cart`, whoever fires it. It is
 * not in the loader, because nobody reads it before a widget is there, and that has 2.5 kB for everything.
 */
export const createCartStore = (knownCart: () => Cart | null): CartStore & { updateCart(cart: Cart): void } => {
  const store = createStore<{ cart: Cart | null }>(() => ({ cart: knownCart() }));
  // The loader hears every event first and keeps only what is a cart.
  document.addEventListener(UPDATE_CART, () => {
    const cart = knownCart();
    if (cart) store.setState({ cart });
  });
  const updateCart = (cart: Cart): void => {
    const detail: UpdateCart = { v: 1, cart };
    document.dispatchEvent(new CustomEvent(UPDATE_CART, { detail }));
  };
  return { getState: store.getState, subscribe: store.subscribe, updateCart };
};
