import { standAlone } from '@newsstand/build/stand-alone';
import { emptyCart } from '@newsstand/contracts/fixtures/cart';
import { makePageData } from '@newsstand/contracts/fixtures/page';
import { POPUP_SEEN } from '@newsstand/contracts/mailing-list';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { mounts } from '../mount.tsx';
import { fakeFetch } from './fake-fetch.ts';
import { type State, type StateName, states } from './states.ts';

const query = new URLSearchParams(location.search);
const { state, makePlace } = standAlone<StateName, State>({ name: 'mailing-list-mf', states, first: 'fresh', hostileSheet });

const contextOf = ({ widget, pageFails, late, page = 'mailing-list' }: State, element: HTMLElement): MountContext => ({
  contract: CONTRACT,
  widget,
  api: '',
  pageData: () => (pageFails ? Promise.reject(new Error('The page has no data.')) : Promise.resolve(makePageData({ page }))),
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

// `&api`: the calls go out, and a test answers them.
if (!query.has('api')) globalThis.fetch = fakeFetch(state.signup);
// The popup shows once a reader; here it is wanted whenever its state is chosen, unless the page says `&seen`.
if (!query.has('seen')) localStorage.removeItem(POPUP_SEEN);

const place = makePlace(state.widget);
place.before(pagesOwnHeading());
place.after(pagesOwnField());
mounts[state.widget.replace('mailing-list.', '')]?.(place, contextOf(state, place));
if (state.submitted) submitWhenThere();
