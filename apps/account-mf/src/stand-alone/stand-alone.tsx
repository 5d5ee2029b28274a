import { hasOwnWords, isAged, mountAged, standAlone } from '@newsstand/build/stand-alone';
import { agedAnswers } from '@newsstand/contracts/fixtures/aged';
import { bracketed } from '@newsstand/contracts/fixtures/brackets';
import type { PageData } from '@newsstand/contracts/page-data';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { uiMessages } from '@newsstand/ui/messages';
import { catalogue } from '../catalogue.ts';
import { mounts } from '../mount.tsx';
import { serveFakeApi } from './fake-api.ts';
import { fakeStripe } from './fake-stripe.ts';
import { beginShow, type State } from './state.ts';
import { states } from './states.ts';

const inWords = (page: PageData): PageData => (hasOwnWords() ? bracketed(page, catalogue, uiMessages) : page);

/** What the shell gives to a widget, in its smallest form. */
const contextOf = ({ widget, options = {} }: State, element: HTMLElement, page: State['page']): MountContext => ({
  contract: CONTRACT,
  widget,
  api: '',
  pageData: () => {
    if (page === 'pending') return new Promise<never>(() => {});
    return page === 'failed' ? Promise.reject(new Error('The page has no data.')) : Promise.resolve(inWords(page));
  },
  cart: { getState: () => ({ cart: null }), subscribe: () => () => {} },
  updateCart: () => {},
  options,
  intent: false,
  openOverlay: () => () => {},
  setState: (value) => element.setAttribute('data-state', value),
});

const show = (state: State, makePlace: (widget: string) => HTMLElement): (() => void) => {
  beginShow();
  const query = new URL(location.href).searchParams;
  // Tests answer the calls themselves.
  if (!query.has('api')) serveFakeApi(state);
  Object.assign(globalThis, { Stripe: () => fakeStripe() });

  const mount = (page: State['page']) => {
    const element = makePlace(state.widget);
    return { element, unmount: mounts[state.widget.replace('account.', '')]?.(element, contextOf(state, element, page)) };
  };
  if (isAged() && typeof state.page !== 'string') {
    void mountAged(agedAnswers(state.page), mount);
    return () => {};
  }
  // A page may hold a widget twice.
  const mounted = Array.from({ length: query.has('twice') ? 2 : 1 }, () => mount(state.page));
  return () => mounted.forEach(({ unmount }) => unmount?.());
};

standAlone<keyof typeof states, State>({ name: 'account-mf', states, first: 'active', hostileSheet, show });
