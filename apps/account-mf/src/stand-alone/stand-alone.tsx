import { hasOwnWords, standAlone } from '@newsstand/build/stand-alone';
import { bracketed } from '@newsstand/contracts/fixtures/brackets';
import type { PageData } from '@newsstand/contracts/page-data';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { uiMessages } from '@newsstand/ui/messages';
import { catalogue } from '../catalogue.ts';
import { mounts } from '../mount.tsx';
import { serveFakeApi } from './fake-api.ts';
import { fakeStripe } from './fake-stripe.ts';
import type { State } from './state.ts';
import { states } from './states.ts';

const { state, makePlace } = standAlone<keyof typeof states, State>({ name: 'account-mf', states, first: 'active', hostileSheet });

const inWords = (page: PageData): PageData => (hasOwnWords() ? bracketed(page, catalogue, uiMessages) : page);

/** What the shell gives to a widget, in its smallest form. */
const contextOf = (element: HTMLElement): MountContext => ({
  contract: CONTRACT,
  widget: state.widget,
  api: '',
  pageData: () => {
    if (state.page === 'pending') return new Promise<never>(() => {});
    return state.page === 'failed' ? Promise.reject(new Error('The page has no data.')) : Promise.resolve(inWords(state.page));
  },
  cart: { getState: () => ({ cart: null }), subscribe: () => () => {} },
  updateCart: () => {},
  options: state.options ?? {},
  intent: false,
  openOverlay: () => () => {},
  setState: (value) => element.setAttribute('data-state', value),
});

// Tests answer the calls themselves.
if (!new URL(location.href).searchParams.has('api')) serveFakeApi(state);
Object.assign(globalThis, { Stripe: () => fakeStripe() });

// A page may hold a widget twice.
for (let left = new URL(location.href).searchParams.has('twice') ? 2 : 1; left > 0; left--) {
  const element = makePlace(state.widget);
  mounts[state.widget.replace('account.', '')]?.(element, contextOf(element));
}
