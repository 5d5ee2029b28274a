import { hasOwnWords, isAged, mountAged, standAlone } from '@newsstand/build/stand-alone';
import { agedAnswers } from '@newsstand/contracts/fixtures/aged';
import { bracketed } from '@newsstand/contracts/fixtures/brackets';
import { emptyCart } from '@newsstand/contracts/fixtures/cart';
import { makePageData } from '@newsstand/contracts/fixtures/page';
import type { PageData } from '@newsstand/contracts/page-data';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { uiMessages } from '@newsstand/ui/messages';
import { messages } from '../messages.ts';
import { mounts } from '../mount.tsx';
import { fakeFetch } from './fake-fetch.ts';
import { type State, type StateName, states } from './states.ts';

const PAGE: Partial<PageData> = { page: 'login', account: null, logins: ['password', 'email-code', 'google', 'institutional'] };

const asked = (name: string): boolean => new URLSearchParams(location.search).has(name);

const inWords = (page: PageData): PageData => (hasOwnWords() ? bracketed(page, messages, uiMessages) : page);

const contextOf = ({ widget, pageFails, options = {}, elsewhere }: State, element: HTMLElement, page: PageData): MountContext => ({
  contract: CONTRACT,
  widget,
  // The same server by its other name.
  api: elsewhere ? location.origin.replace('127.0.0.1', 'localhost') : '',
  pageData: () => (pageFails ? Promise.reject(new Error('The page has no data.')) : Promise.resolve(inWords(page))),
  cart: { getState: () => ({ cart: emptyCart }), subscribe: () => () => undefined },
  updateCart: () => undefined,
  options,
  intent: asked('intent'),
  openOverlay: () => () => undefined,
  setState: (value) => (element.dataset['state'] = value),
});

const show = (state: State, makePlace: (widget: string) => HTMLElement): (() => void) => {
  // `&api`: the calls go out, and a test answers them.
  if (!asked('api')) globalThis.fetch = fakeFetch(state);

  const mount = (page: PageData) => {
    const element = makePlace(state.widget);
    return { element, unmount: mounts[state.widget.replace('login.', '')]?.(element, contextOf(state, element, page)) };
  };
  const heading = document.createElement('h1');
  heading.textContent = 'A page of the publisher’s';
  const page = makePageData({ ...PAGE, ...state.page });
  if (isAged()) {
    void mountAged(agedAnswers(page), mount);
    return () => {};
  }
  const { element, unmount } = mount(page);
  element.before(heading);
  return () => unmount?.();
};

standAlone<StateName, State>({ name: 'login-mf', states, first: 'page', hostileSheet, show });
