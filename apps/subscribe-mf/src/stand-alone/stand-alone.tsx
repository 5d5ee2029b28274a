import { hasOwnWords, isAged, mountAged, standAlone } from '@newsstand/build/stand-alone';
import { agedAnswers } from '@newsstand/contracts/fixtures/aged';
import { cartCount } from '@newsstand/contracts/cart-count';
import type { Cart } from '@newsstand/contracts/cart';
import { bracketed } from '@newsstand/contracts/fixtures/brackets';
import type { PageData } from '@newsstand/contracts/page-data';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { uiMessages } from '@newsstand/ui/messages';
import { catalogue } from '../catalogue.ts';
import { mounts } from '../mount.tsx';
import { serveFakeApi } from './fake-api.ts';
import { withLogin } from './fake-login.ts';
import { fakeStripe } from './fake-stripe.ts';
import { type State, states } from './states.ts';

const inWords = (page: PageData): PageData => (hasOwnWords() ? bracketed(page, catalogue, uiMessages) : page);

/** What the shell gives to a widget, in its smallest form; what is in the cart is said on the page. */
const contextOf = ({ widget, options = {} }: State, element: HTMLElement, page: State['page']): MountContext => {
  let cart: Cart | null = typeof page === 'string' ? null : page.cart;
  const listeners = new Set<(shown: { cart: Cart | null }) => void>();
  return {
    contract: CONTRACT,
    widget,
    api: '',
    pageData: () => {
      if (page === 'pending') return new Promise<never>(() => {});
      return page === 'failed' ? Promise.reject(new Error('The page has no data.')) : Promise.resolve(inWords(withLogin(page)));
    },
    cart: {
      getState: () => ({ cart }),
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    updateCart: (next) => {
      cart = next;
      element.dataset['cartCount'] = String(cartCount(next));
      for (const listener of listeners) listener({ cart });
    },
    options,
    intent: false,
    openOverlay: () => () => {},
    setState: (value) => element.setAttribute('data-state', value),
  };
};

const show = (state: State, makePlace: (widget: string) => HTMLElement): (() => void) => {
  // Tests answer the calls themselves.
  if (!new URL(location.href).searchParams.has('api')) serveFakeApi(state);
  Object.assign(globalThis, { Stripe: () => fakeStripe(state.script) });

  const mount = (page: State['page']) => {
    const element = makePlace(state.widget);
    return { element, unmount: mounts[state.widget.replace('subscribe.', '')]?.(element, contextOf(state, element, page)) };
  };
  if (isAged() && typeof state.page !== 'string') {
    void mountAged(agedAnswers(state.page), mount);
    return () => {};
  }
  const { unmount } = mount(state.page);
  return () => unmount?.();
};

standAlone<keyof typeof states, State>({ name: 'subscribe-mf', states, first: 'builder', hostileSheet, show });
