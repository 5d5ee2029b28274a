import { useMemo } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import type { PageData } from '@newsstand/contracts/page-data';
import type { MountContext } from '@newsstand/contracts/widget';
import { type Api, createApi } from '@newsstand/ui/call';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { usePageData } from '@newsstand/ui/page-data';
import { useCart } from '@newsstand/ui/use-cart';
import { messages } from './messages.ts';

export type T = Translate<typeof messages>;

/** What every widget of this remote starts from. While the page's data is on its way the widget waits, and the page's fallback stays. */
export type Widget = { context: MountContext; page: PageData; cart: Cart; api: Api; t: T };

export const useWidget = (context: MountContext): Widget => {
  const page = usePageData(context);
  const cart = useCart(context) ?? page.cart;
  const api = useMemo(() => createApi(context.api), [context.api]);
  const t = useMemo(() => createMessages(messages, page.publication.messages), [page.publication.messages]);
  return { context, page, cart, api, t };
};
