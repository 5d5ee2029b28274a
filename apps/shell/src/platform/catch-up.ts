import type { Cart } from '@newsstand/contracts/cart';
import { stored } from '../loader/browser.ts';
import type { createCartStore } from './cart-store.ts';

/** What this browser keeps for all tabs says that another of them has another cart, or another reader. */
const NEWS = /^newsstand-(cart|reader)$/;

/**
 * Asks for the cart anew once another tab changed it, or the page came back from the browser's memory, where it missed
 * what others did. Tabs tell each other by what the loader keeps, not by messages: a browser lets go of a page that it
 * keeps to come back to as soon as one reaches it.
 */
export const catchUpWithTabs = (store: ReturnType<typeof createCartStore>, api: string): void => {
  let isBehind = false;
  const catchUp = async (): Promise<void> => {
    // Who looks at another tab needs no answer yet.
    if (!isBehind || document.hidden) return;
    isBehind = false;
    const response = await fetch(`${api}/api/cart`, { credentials: 'include' });
    const cart: Cart = await response.json();
    // What is known is told to nobody: pages of two publications at one origin would tell each other for good.
    if (response.ok && JSON.stringify(cart) !== JSON.stringify(store.getState().cart)) store.updateCart(cart);
  };
  const hear = (isNews: boolean): void => {
    isBehind ||= isNews;
    // Without an answer the page shows what it showed.
    catchUp().catch(() => 0);
  };
  // What came before this chunk did.
  const { cart: shown } = store.getState();
  hear(shown !== null && parseInt(stored('newsstand-cart') ?? '', 10) > shown.version);
  addEventListener('storage', ({ key }) => hear(NEWS.test(`${key}`)));
  addEventListener('pageshow', ({ persisted }) => hear(persisted));
  document.addEventListener('visibilitychange', () => hear(false));
};
