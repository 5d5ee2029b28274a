import { emptyCart } from '@newsstand/contracts/fixtures/cart';
import { makePageData } from '@newsstand/contracts/fixtures/page';
import type { PageData } from '@newsstand/contracts/page-data';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { mounts } from '../mount.tsx';
import { fakeFetch } from './fake-fetch.ts';
import { type State, states } from './states.ts';

const query = new URLSearchParams(location.search);
const state = states.find(({ name }) => name === query.get('state')) ?? states[0];

const menu = (current: State) => {
  const items = states.map(({ name, title }) => {
    const link = document.createElement('a');
    link.href = `?state=${name}`;
    link.textContent = title;
    if (name === current.name) link.setAttribute('aria-current', 'page');
    const item = document.createElement('li');
    item.append(link);
    return item;
  });
  document.querySelector('.states')?.replaceChildren(...items);
};

const PAGE: Partial<PageData> = { page: 'login', account: null, logins: ['password', 'email-code', 'google', 'institutional'] };

const contextOf = ({ widget, pageFails, page, options = {}, elsewhere }: State, element: HTMLElement): MountContext => ({
  contract: CONTRACT,
  widget,
  // The same server by its other name.
  api: elsewhere ? location.origin.replace('127.0.0.1', 'localhost') : '',
  pageData: () => (pageFails ? Promise.reject(new Error('The page has no data.')) : Promise.resolve(makePageData({ ...PAGE, ...page }))),
  cart: { getState: () => ({ cart: emptyCart }), subscribe: () => () => undefined },
  updateCart: () => undefined,
  options,
  intent: query.has('intent'),
  openOverlay: () => () => undefined,
  setState: (value) => (element.dataset['state'] = value),
});

const show = (shown: State) => {
  menu(shown);
  document.documentElement.dataset['newsstandTheme'] = query.get('theme') ?? 'light';
  if (shown.hostile) {
    const style = document.createElement('style');
    style.textContent = hostileSheet;
    document.head.prepend(style);
  }
  if (!query.has('api')) globalThis.fetch = fakeFetch(shown.server);

  const element = document.getElementById('mount');
  const name = shown.widget.split('.')[1] ?? '';
  if (!element) return;
  element.innerHTML = '<p>Write to <a href="mailto:post@example.org">post@example.org</a> and we will help you to log in.</p>';
  element.dataset['state'] = 'loading';
  mounts[name]?.(element, contextOf(shown, element));
};

if (state) show(state);
