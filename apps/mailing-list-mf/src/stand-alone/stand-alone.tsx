import { isAged, mountAged, standAlone } from '@newsstand/build/stand-alone';
import { agedAnswers } from '@newsstand/contracts/fixtures/aged';
import { emptyCart } from '@newsstand/contracts/fixtures/cart';
import { makePageData } from '@newsstand/contracts/fixtures/page';
import { POPUP_SEEN } from '@newsstand/contracts/mailing-list';
import type { PageData } from '@newsstand/contracts/page-data';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { mounts } from '../mount.tsx';
import { fakeFetch } from './fake-fetch.ts';
import { type State, type StateName, states } from './states.ts';

const contextOf = ({ widget, pageFails, late }: State, element: HTMLElement, page: PageData): MountContext => ({
  contract: CONTRACT,
  widget,
  api: '',
  pageData: () => (pageFails ? Promise.reject(new Error('The page has no data.')) : Promise.resolve(page)),
  cart: { getState: () => ({ cart: emptyCart }), subscribe: () => () => undefined },
  updateCart: () => undefined,
  options: { listTag: 'letter weekly', ...(!late && { after: '0' }) },
  intent: false,
  openOverlay: () => () => undefined,
  setState: (value) => (element.dataset['state'] = value),
});

const submitWhenThere = () => {
  const form = document.querySelector('form');
  if (!form) return requestAnimationFrame(submitWhenThere);
  const input = form.querySelector('input');
  if (input) input.value = 'ada';
  form.requestSubmit();
};

const pagesOwnHeading = () => {
  const heading = document.createElement('h1');
  heading.textContent = 'A page of the publisher’s';
  return heading;
};

/** For a reader who is typing on the page while the popup waits. */
const pagesOwnField = () => {
  const label = document.createElement('label');
  const field = document.createElement('input');
  field.type = 'search';
  label.append('Search ', field);
  return label;
};

const show = (state: State, makePlace: (widget: string) => HTMLElement): (() => void) => {
  const query = new URLSearchParams(location.search);
  // `&api`: the calls go out, and a test answers them.
  if (!query.has('api')) globalThis.fetch = fakeFetch(state.signup);
  // The popup shows once a reader; here it is wanted whenever its state is chosen, unless the page says `&seen`.
  if (!query.has('seen')) localStorage.removeItem(POPUP_SEEN);

  const mount = (page: PageData) => {
    const element = makePlace(state.widget);
    return { element, unmount: mounts[state.widget.replace('mailing-list.', '')]?.(element, contextOf(state, element, page)) };
  };
  const page = makePageData({ page: state.page ?? 'mailing-list' });
  if (isAged()) {
    void mountAged(agedAnswers(page), mount);
    return () => {};
  }
  const { element, unmount } = mount(page);
  element.before(pagesOwnHeading());
  element.after(pagesOwnField());
  if (state.submitted) submitWhenThere();
  return () => unmount?.();
};

standAlone<StateName, State>({ name: 'mailing-list-mf', states, first: 'fresh', hostileSheet, show });
