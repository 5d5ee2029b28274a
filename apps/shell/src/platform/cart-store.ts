import type { Cart } from '@newsstand/contracts/cart';
import { UPDATE_CART, type UpdateCart } from '@newsstand/contracts/update-cart';
import type { CartStore } from '@newsstand/contracts/widget';
import { createStore } from 'zustand/vanilla';

/**
 * The page's one cart store. It begins with what the loader knows, follows `update-cart`, whoever fires it, and is
 * carried to and from other tabs. It lives here and not in the loader because nobody reads it before a widget is there,
 * and the loader has 2.5 kB for everything.
 */
export const createCartStore = (knownCart: () => Cart | null, api: string): CartStore & { updateCart(cart: Cart): void } => {
  const store = createStore<{ cart: Cart | null }>(() => ({ cart: knownCart() }));
  const tabs = new BroadcastChannel(UPDATE_CART);
  let fromTab = false;

  const updateCart = (cart: Cart): void => {
    const detail: UpdateCart = { v: 1, cart };
    document.dispatchEvent(new CustomEvent(UPDATE_CART, { detail }));
  };
  // The loader hears every event first and keeps only what is a cart.
  document.addEventListener(UPDATE_CART, () => {
    const cart = knownCart();
    if (!cart || cart === store.getState().cart) return;
    store.setState({ cart });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    if (!fromTab) tabs.postMessage(cart);
  });
  tabs.addEventListener('message', ({ data }: MessageEvent<Cart>) => {
    fromTab = true;
    updateCart(data);
    fromTab = false;
  });
  // A page that comes back from the browser's memory missed what other pages did. Without an answer it shows what it
  // showed.
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    void fetch(`${api}/api/cart`, { credentials: 'include' })
      .then(async (response) => response.ok && updateCart(await response.json()))
      .catch(() => undefined);
  });
  return { getState: store.getState, subscribe: store.subscribe, updateCart };
};
