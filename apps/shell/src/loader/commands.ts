import type { Cart } from '@newsstand/contracts/cart';
import { UPDATE_CART } from '@newsstand/contracts/update-cart';
import { cart } from './cart.ts';
import { open } from './discover.ts';

/**
 * What a page's own scripts may ask, before or after the loader is there: `window.newsstand = window.newsstand || [];
 * newsstand.push([…])`.
 * `open` starts a widget as a reader's click would; `cart` gives the cart as soon as it is known, and then each change.
 */
export type Command = [name: 'open', widget: string] | [name: 'cart', listener: (cart: Cart) => void];

declare global {
  var newsstand: { push(command: Command): unknown } | Command[] | undefined;
}

export const takeCommands = (): void => {
  window.newsstand = { push: run };
};

export const run = ([name, what]: Command): unknown => {
  if (name === 'open') return open(what);
  const tell = (): void => {
    if (cart) what(cart);
  };
  tell();
  document.addEventListener(UPDATE_CART, tell);
};
