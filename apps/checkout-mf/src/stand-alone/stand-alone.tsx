import { hostileSheet } from '@newsstand/ui/hostile-sheet';
import { mounts } from '../mount.tsx';
import { contextOf, sharedContext } from './fake-context.ts';
import { serveFakeApi } from './fake-api.ts';
import { fakeStripe } from './fake-stripe.ts';
import { type StateName, stateOfPath, states } from './states.ts';
import type { StandAloneState } from './world.ts';

/** The remote on a page of its own: a menu of states, each fed from fixtures. `?state=`, `?theme=dark`, `?cms=hostile`, `?menu=closed`. */
const query = new URL(location.href).searchParams;
const asked = Object.keys(states).find((name): name is StateName => name === query.get('state'));
const name = asked ?? stateOfPath(location.pathname) ?? 'check-out';
const state: StandAloneState = states[name];
const root = document.querySelector('#root') ?? document.body;

const link = (text: string, parameters: Record<string, string>, current: boolean): HTMLElement => {
  const item = document.createElement('li');
  const anchor = document.createElement('a');
  anchor.href = `/?${new URLSearchParams(parameters)}`;
  anchor.textContent = text;
  if (current) anchor.setAttribute('aria-current', 'page');
  // Another state is another world: its order and its draft start anew.
  anchor.addEventListener('click', () => sessionStorage.clear());
  item.append(anchor);
  return item;
};

const menu = (): HTMLElement => {
  const nav = document.createElement('nav');
  nav.className = 'alone-menu';
  nav.setAttribute('aria-label', 'States');
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = `checkout-mf alone: ${state.title}`;
  const list = document.createElement('ul');
  const theme = query.get('theme') ?? 'light';
  const cms = query.get('cms') ?? 'bare';
  list.append(
    ...Object.entries(states).map(([key, { title }]) => link(title, { state: key, theme, cms }, key === name)),
    link(theme === 'dark' ? 'In light' : 'In dark', { state: name, theme: theme === 'dark' ? 'light' : 'dark', cms }, false),
    link(
      cms === 'hostile' ? 'On a bare page' : 'On a hostile CMS page',
      { state: name, theme, cms: cms === 'hostile' ? 'bare' : 'hostile' },
      false,
    ),
  );
  details.append(summary, list);
  nav.append(details);
  return nav;
};

const stage = document.createElement('main');
stage.className = 'alone-stage';
document.documentElement.dataset['newsstandTheme'] = query.get('theme') ?? 'light';
root.replaceChildren(...(query.get('menu') === 'closed' ? [] : [menu()]), stage);
if (query.get('cms') === 'hostile') {
  const sheet = document.createElement('style');
  sheet.textContent = hostileSheet;
  document.head.append(sheet);
}

serveFakeApi(state);
if (!state.withoutStripe) Object.assign(globalThis, { Stripe: () => fakeStripe() });

const shared = sharedContext(state);
for (const one of state.widgets) {
  const element = document.createElement('div');
  element.className = 'alone-mount';
  element.dataset['widget'] = one.widget;
  element.dataset['state'] = 'loading';
  const fallback = document.createElement('p');
  fallback.textContent = 'The page has its own words here until the widget is ready.';
  element.append(fallback);
  stage.append(element);
  mounts[one.widget.replace('checkout.', '')]?.(element, contextOf(shared, element, one));
}
