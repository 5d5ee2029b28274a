/**
 * One state of a remote, as its stand-alone page shows it. `query` and `hash` are what the page's address holds
 * besides.
 */
export type StandAloneState = { title: string; query?: string; hash?: string };

/**
 * What a stand-in lets a person wait, so that what is shown meanwhile can be seen; a test is answered almost at once.
 * Resolves after 150 or 20 ms.
 */
export const shortWait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, navigator.webdriver ? 20 : 150));

/** What a stand-in of the API is asked. */
export type ApiCall = { method: string; path: string; query: URLSearchParams; body: unknown };

/** The browser’s own, whatever was put in its place for a state that was shown before. */
const real = globalThis.fetch;

/**
 * Puts a stand-in in the place of the API for this page, which takes long enough that the texts of waiting can be seen;
 * anything else is fetched.
 */
export const serveInPlace = (answer: (call: ApiCall) => Response | Promise<Response>): void => {
  globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!url.pathname.startsWith('/api/') && url.pathname !== '/logout') return real(input, init);
    await shortWait();
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    return answer({ method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body });
  };
};

/** Whether the page is shown as of a publication that has words of its own for everything. */
export const hasOwnWords = (): boolean => new URL(location.href).searchParams.get('words') === 'own';

type Options<Name extends string, State> = {
  /** The remote's. */
  name: string;
  states: Readonly<Record<Name, State>>;
  /** Shown where the address asks for none. */
  first: NoInfer<Name>;
  hostileSheet: string;
  /**
   * Mounts a state's widgets into places that `makePlace` makes, with words of the page's own in them. What it returns
   * takes the widgets away.
   */
  show: (state: State, makePlace: (widget: string) => HTMLElement) => () => void;
};

/**
 * The page on which a remote runs alone, in development and in its own tests: a menu of its states, each fed from
 * fixtures.
 * `?state=`, `?theme=dark`, `?cms=hostile` (an old theme of `!important`s), `?menu=closed`, `?words=own` (a publication
 * with words of its own). Tests that look at one state after the other change it in place (`showState`): to load the
 * page anew costs five times as much.
 */
export const standAlone = <Name extends string, State extends StandAloneState>(options: Options<Name, State>): void => {
  beginsInPlace(
    () => showAsked(options),
    () => {
      globalThis.fetch = real;
      // The one of the page, as the next state has it.
      Reflect.deleteProperty(globalThis, 'newsstandStripe');
    },
  );
};

/**
 * Shows what the page's address asks for, and for tests again what another address does, in the document that is there
 * already (kept-page.ts). `show` answers a function that takes away what it shows; `restore` takes away what else that
 * left in the document.
 */
export const beginsInPlace = (show: () => () => void, restore = (): void => {}): void => {
  let takeAway = show();
  let isLeft = false;
  addEventListener('beforeunload', () => (isLeft = true));
  const clear = (): void => {
    takeAway();
    takeAway = () => {};
    // A state that presses something as soon as it is there would press it in the next one.
    endAll(
      requestAnimationFrame(() => {}),
      cancelAnimationFrame,
    );
    sessionStorage.clear();
    localStorage.clear();
    restore();
  };
  const showAt = (address: string): void => {
    clear();
    history.replaceState(null, '', address);
    scrollTo({ top: 0, behavior: 'instant' });
    takeAway = show();
  };
  /**
   * The end of a test: what it began and did not wait for does not come. Whether another state can be shown here:
   * nothing leads to another page already.
   */
  const leave = (): boolean => {
    clear();
    endAll(Number(setTimeout(() => {})), clearTimeout);
    return !isLeft;
  };
  Object.assign(globalThis, { showAt, leave });
};

/** Ends what was to come later, up to the latest one: they are numbered from one on. */
const endAll = (latest: number, end: (one: number) => void): void => {
  for (let one = latest; one > 0; one -= 1) end(one);
};

/** Shows the state that the address asks for. */
const showAsked = <Name extends string, State extends StandAloneState>(options: Options<Name, State>): (() => void) => {
  const { name, states, first, hostileSheet, show } = options;
  const query = new URL(location.href).searchParams;
  const asked = query.get('state');
  const shown = Object.keys(states).find((one): one is Name => one === asked) ?? first;
  const look = { theme: query.get('theme') ?? 'light', cms: query.get('cms') ?? 'bare' };

  document.documentElement.dataset['newsstandTheme'] = look.theme;
  document.querySelector('#hostile')?.remove();
  if (look.cms === 'hostile') {
    const sheet = document.createElement('style');
    sheet.id = 'hostile';
    sheet.textContent = hostileSheet;
    document.head.append(sheet);
  }
  const stage = document.createElement('main');
  stage.className = 'alone-stage';
  const root = document.querySelector('#root') ?? document.body;
  root.replaceChildren(...(query.get('menu') === 'closed' ? [] : [menuOf(name, states, shown, look)]), stage);

  return show(states[shown], (widget) => {
    const place = document.createElement('div');
    place.className = 'alone-mount';
    place.dataset['widget'] = widget;
    place.dataset['state'] = 'loading';
    const fallback = document.createElement('p');
    fallback.textContent = 'The page has its own words here until the widget is ready.';
    place.append(fallback);
    stage.append(place);
    return place;
  });
};

/**
 * Whether the page mounts its widget once for each answer of another age (`mountAged`): `?aged=cart&aged=stripe` names
 * the parts.
 */
export const isAged = (): boolean => new URL(location.href).searchParams.has('aged');

/** What came of an answer of another age: `what` was other in it, and `text` is what the widget shows. */
export type AgedOutcome = { what: string; state: string; text: string; error: string };

/** At once: more would share the processor, and none would be there sooner. */
const BESIDE = 10;
/**
 * In milliseconds; a widget that is not there by then does not come, not even on a machine that does other things as
 * well.
 */
const PATIENCE = 30_000;

/**
 * Mounts a widget once for each of `pages`, page data that is of another age in a part that `?aged=` names, and keeps
 * what came of it in `globalThis.aged`. `mount` gives the element that it mounted into, and what takes the widget away.
 */
export const mountAged = async <Page>(
  pages: readonly { what: string; answer: Page }[],
  mount: (page: Page) => { element: HTMLElement; unmount: (() => void) | undefined },
): Promise<void> => {
  const parts = new URL(location.href).searchParams.getAll('aged');
  const outcomes: AgedOutcome[] = [];
  const left = pages.filter(({ what }) => parts.some((part) => what.split(' ')[1]?.split('.')[0] === part));
  const one = async ({ what, answer }: { what: string; answer: Page }): Promise<void> => {
    let error = '';
    const note = (event: ErrorEvent) => (error ||= event.message);
    addEventListener('error', note);
    const { element, unmount } = mount(answer);
    const until = performance.now() + PATIENCE;
    while (element.dataset['state'] === 'loading' && performance.now() < until) await new Promise((done) => setTimeout(done, 5));
    // Its effects, too, have the answer.
    await new Promise((done) => setTimeout(done, 20));
    outcomes.push({ what, state: element.dataset['state'] ?? '', text: element.innerText, error });
    unmount?.();
    removeEventListener('error', note);
    element.remove();
  };
  const row = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) await one(next);
  };
  await Promise.all(Array.from({ length: BESIDE }, row));
  Object.assign(globalThis, { aged: outcomes });
};

type Look = { theme: string; cms: string };

const menuOf = <Name extends string, State extends StandAloneState>(
  name: string,
  states: Readonly<Record<Name, State>>,
  shown: Name,
  { theme, cms }: Look,
): HTMLElement => {
  const link = (text: string, state: string, look: Look, isCurrent: boolean): HTMLElement => {
    const parts: StandAloneState | undefined = Object.entries<State>(states).find(([key]) => key === state)?.[1];
    const anchor = document.createElement('a');
    anchor.href = `/?${new URLSearchParams({ state, ...look })}${parts?.query ? `&${parts.query}` : ''}${parts?.hash ? `#${parts.hash}` : ''}`;
    anchor.textContent = text;
    if (isCurrent) anchor.setAttribute('aria-current', 'page');
    // Another state is another world: what was typed or ordered in this one stays here.
    anchor.addEventListener('click', () => sessionStorage.clear());
    const item = document.createElement('li');
    item.append(anchor);
    return item;
  };
  const dark = theme === 'dark';
  const hostile = cms === 'hostile';
  const list = document.createElement('ul');
  list.append(
    ...Object.entries<State>(states).map(([key, { title }]) => link(title, key, { theme, cms }, key === shown)),
    link(dark ? 'In light' : 'In dark', shown, { theme: dark ? 'light' : 'dark', cms }, false),
    link(hostile ? 'On a bare page' : 'On a hostile CMS page', shown, { theme, cms: hostile ? 'bare' : 'hostile' }, false),
  );
  const summary = document.createElement('summary');
  summary.textContent = `${name} alone: ${states[shown].title}`;
  const details = document.createElement('details');
  details.append(summary, list);
  const nav = document.createElement('nav');
  nav.className = 'alone-menu';
  nav.setAttribute('aria-label', 'States');
  nav.append(details);
  return nav;
};
