import { useMemo, useState } from 'react';
import type { Cart } from '@newsstand/contracts/cart';
import type { BuilderFlags } from '@newsstand/contracts/subscribe';
import type { MountContext } from '@newsstand/contracts/widget';
import { createTableApi } from '@newsstand/ui/call-table';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { usePageReader } from '@newsstand/ui/parsed-page';
import { useCart } from '@newsstand/ui/use-cart';
import { type Api, calls } from './calls.ts';
import { messages } from './messages.ts';
import { readSubscribePage, type SubscribePage } from './read-subscribe-page.ts';

export type T = Translate<typeof messages>;

/**
 * What every widget of this remote starts from. While the page's data is on its way the widget waits, and the page's
 * fallback stays.
 */
export type Widget = {
  context: MountContext;
  page: SubscribePage;
  cart: Cart;
  api: Api;
  t: T;
  /**
   * Reads the page's data anew after a refusal that says that they are out of date (409); where that fails, they stay.
   */
  readAgain(name: 'renew' | 'redeem', token?: string): Promise<void>;
};

export const useWidget = (context: MountContext): Widget => {
  const [again, setAgain] = useState<SubscribePage | null>(null);
  const read = usePageReader(readSubscribePage, context);
  const page = again ?? read;
  const cart = useCart(context) ?? page.cart;
  const api = useMemo(() => createTableApi(context.api, calls), [context.api]);
  const t = useMemo(() => createMessages(messages, page.publication.messages), [page.publication.messages]);
  const readAgain: Widget['readAgain'] = async (name, token) => {
    const answer = await api('page', { params: { name }, query: token === undefined ? {} : { token } });
    if (answer.ok) setAgain(answer.data);
  };
  return { context, page, cart, api, t, readAgain };
};

/** The part of the page's data that a widget cannot do without; where it is missing, the page's own fallback stays. */
export const required = <Part>(part: Part | null | undefined, name: string): Part => {
  if (part === null || part === undefined) throw new Error(`the page's data has no ${name}`);
  return part;
};

/**
 * A page's own config (section 4): `data-checkout-later`, `data-add-donation`, `data-add-products`, each `true` or
 * `false`.
 */
export const readFlags = ({ options }: MountContext): Partial<BuilderFlags> => ({
  ...flag('checkout_later', options['checkoutLater']),
  ...flag('add_donation', options['addDonation']),
  ...flag('add_products', options['addProducts']),
});

const flag = <Name extends keyof BuilderFlags>(name: Name, value: string | undefined): Partial<BuilderFlags> =>
  value === 'true' || value === 'false' ? { [name]: value === 'true' } : {};
