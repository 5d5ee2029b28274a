import { cartCount } from '@newsstand/contracts/cart-count';
import type { Cart } from '@newsstand/contracts/cart';
import { CONTRACT, type MountContext } from '@newsstand/contracts/widget';
import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { mounts } from '../mount.tsx';
import { serveFakeApi } from './fake-api.ts';
import { fakeStripe } from './fake-stripe.ts';
import { type State, states } from './states.ts';

/** The remote on a page of its own: a menu of states, each fed from fixtures. `?state=`, `?theme=dark`, `?cms=hostile`, `?menu=closed`. */
const query = new URL(location.href).searchParams;
const name = Object.keys(states).find((one): one is keyof typeof states => one === query.get('state')) ?? 'builder';
const state: State = states[name];
const theme = query.get('theme') ?? 'light';
const cms = query.get('cms') ?? 'bare';
const root = document.querySelector('#root') ?? document.body;

const link = (text: string, key: string, settings: Record<string, string>, current: boolean): HTMLElement => {
  const item = document.createElement('li');
  const anchor = document.createElement('a');
  const shown: State | undefined = Object.entries(states).find(([one]) => one === key)?.[1];
  anchor.href = `/?${new URLSearchParams({ state: key, ...settings })}${shown?.query ? `&${shown.query}` : ''}`;
  anchor.textContent = text;
  if (current) anchor.setAttribute('aria-current', 'page');
  item.append(anchor);
  return item;
};

const menu = (): HTMLElement => {
  const nav = document.createElement('nav');
  nav.className = 'alone-menu';
  nav.setAttribute('aria-label', 'States');
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = `subscribe-mf alone: ${state.title}`;
  const list = document.createElement('ul');
  list.append(
    ...Object.entries(states).map(([key, { title }]) => link(title, key, { theme, cms }, key === name)),
    link(theme === 'dark' ? 'In light' : 'In dark', name, { theme: theme === 'dark' ? 'light' : 'dark', cms }, false),
    link(
      cms === 'hostile' ? 'On a bare page' : 'On a hostile CMS page',
      name,
      { theme, cms: cms === 'hostile' ? 'bare' : 'hostile' },
      false,
    ),
  );
  details.append(summary, list);
  nav.append(details);
  return nav;
};

/** What the shell gives to a widget, in its smallest form; what is in the cart is said on the page. */
const contextOf = (element: HTMLElement): MountContext => {
  let cart: Cart | null = typeof state.page === 'string' ? null : state.page.cart;
  const listeners = new Set<(shown: { cart: Cart | null }) => void>();
  return {
    contract: CONTRACT,
    widget: state.widget,
    api: '',
    pageData: () => {
      if (state.page === 'pending') return new Promise<never>(() => {});
      return state.page === 'failed' ? Promise.reject(new Error('The page has no data.')) : Promise.resolve(state.page);
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
    options: state.options ?? {},
    intent: false,
    openOverlay: () => () => {},
    setState: (value) => element.setAttribute('data-state', value),
  };
};

const stage = document.createElement('main');
stage.className = 'alone-stage';
document.documentElement.dataset['newsstandTheme'] = theme;
root.replaceChildren(...(query.get('menu') === 'closed' ? [] : [menu()]), stage);
if (cms === 'hostile') {
  const sheet = document.createElement('style');
  sheet.textContent = hostileSheet;
  document.head.append(sheet);
}
// Tests answer the calls themselves.
if (!query.has('api')) serveFakeApi(state);
Object.assign(globalThis, { Stripe: () => fakeStripe(state.script) });

const element = document.createElement('div');
element.className = 'alone-mount';
element.dataset['widget'] = state.widget;
element.dataset['state'] = 'loading';
element.innerHTML = '<p>The page has its own words here until the widget is ready.</p>';
stage.append(element);
mounts[state.widget.replace('subscribe.', '')]?.(element, contextOf(element));
