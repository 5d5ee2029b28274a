import type { Cart } from '@newsstand/contracts/cart';
import { UPDATE_CART } from '@newsstand/contracts/update-cart';
import { knownCart } from './cart.ts';
import { open } from './discover.ts';

/**
 * What a page's own scripts may ask, before or after the loader is there: `window.newsstand = window.newsstand || []; newsstand.push([…])`.
 * `open` starts a widget as a reader's click would; `cart` gives the cart as soon as it is known, and then each change.
 */
export type Command = [name: 'open', widget: string] | [name: 'cart', listener: (cart: Cart) => void];

declare global {
  var newsstand: { push(command: Command): unknown } | Command[] | undefined;
}

export const takeCommands = (waiting: Command[]): void => {
  globalThis.newsstand = { push: run };
  waiting.forEach(run);
};

const run = ([name, what]: Command): void => {
  if (name === 'open') return open(what);
  const tell = (): void => {
    const cart = knownCart();
    if (cart) what(cart);
  };
  tell();
  document.addEventListener(UPDATE_CART, tell);
};
