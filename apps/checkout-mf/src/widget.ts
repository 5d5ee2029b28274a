import { useEffect, useMemo } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import { addToCart, changeQuantity, removeFromCart } from '@newsstand/contracts/cart-endpoints';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi, type TableApi } from '@newsstand/ui/call-table';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { useCart } from '@newsstand/ui/use-cart';
import { readCartPage } from './cart/read-cart-page.ts';
import { messages } from './messages.ts';

export type T = Translate<typeof messages>;

/** The calls that the counter, the panel and 'Add to Cart' make. */
const cartCalls = { addToCart, changeQuantity, removeFromCart };

/**
 * What every widget of this remote starts from. While the page's data is on its way the widget waits, and the page's
 * fallback stays.
 */
export type Widget = { context: MountContext; cart: Cart; api: TableApi<typeof cartCalls>; t: T };

export const useWidget = (context: MountContext): Widget => {
  const page = usePageReader(readCartPage, context);
  const known = useCart(context);
  // Where another tab, of a younger release, holds what this build cannot show, the page's own cart is shown and not
  // paid for.
  const isStrange = !known && context.cart.getState().cart !== null;
  const own = useMemo(() => (isStrange ? { ...page.cart, can_checkout: false } : page.cart), [isStrange, page.cart]);
  const api = useMemo(() => createTableApi(context.api, cartCalls), [context.api]);
  const t = useMemo(() => createMessages(messages, page.publication.messages), [page.publication.messages]);
  // The server may know of a cart that this browser has not heard of, filled on another device: the header and the
  // other widgets hear of it too.
  useEffect(() => {
    if (context.cart.getState().cart === null) context.updateCart(page.cart);
  }, [context, page.cart]);
  return { context, cart: known ?? own, api, t };
};
