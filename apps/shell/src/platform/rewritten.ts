import { OF_THE_ADDRESS } from '@newsstand/contracts/widget';

/**
 * What stood on an element when its widget came, `data-state` aside, where the reader was then, and the widget's own
 * root.
 */
type Sight = { options: DOMStringMap; at: Where; root: Element | null };

/** An address, and which of the reader's visits it is. */
type Where = { path: string; query: string; visit: string };

// Not in browsers from before 2026.
const { navigation }: { navigation?: Navigation } = globalThis;

const sights = new WeakMap<HTMLElement, Sight>();

let turns = 0;

/** Where the browser does not name its visits, a new one makes the history longer, and going back and forth is said. */
const here = (): Where => ({
  path: location.pathname,
  query: location.search,
  visit: navigation?.currentEntry?.key ?? `${history.length} ${turns}`,
});

/**
 * Begins a widget anew whose element says something else now, was written anew as the CMS made it, or shows what
 * another address named: soft navigations that morph a page do all three, and leave the element where it was. What a
 * script of the CMS's adds to an element is nothing of ours.
 */
export const watchRewritten = (): void => {
  look();
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributeFilter: ['data-widget', 'data-state'] });
  // Where nothing of the page changes but its address: what a template says of it beside that is written in the same
  // moment.
  navigation?.addEventListener('currententrychange', lookSoon);
  addEventListener('popstate', () => {
    turns++;
    if (!navigation) lookSoon();
  });
};

const lookSoon = (): unknown => setTimeout(look, 100);

const look = (): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-widget]')) lookAt(element);
};

const own = new MutationObserver((records) => {
  for (const { target } of records) {
    if (!(target instanceof HTMLElement)) continue;
    // What left the page is met anew if it comes back.
    if (target.isConnected) lookAt(target);
    else sights.delete(target);
  }
});

const lookAt = (element: HTMLElement): void => {
  const { state, ...options } = element.dataset;
  const before = sights.get(element);
  // The loader is at it, or was in vain: what it does to the element is no news.
  if (before && (state === 'loading' || state === 'failed')) before.root = null;
  const isRewritten = Boolean(before?.root && !element.contains(before.root));
  const isElse = before && (isRewritten || saysElse(before.options, options) || (state !== undefined && isOfElsewhere(before)));
  if (isElse && state !== 'loading') {
    sights.delete(element);
    void beginAnew(element, isRewritten);
    return;
  }
  if (!before) own.observe(element, { attributes: true });
  const isShown = state !== undefined && state !== 'loading';
  sights.set(element, {
    options: before?.options ?? options,
    // Where its data are asked for: the address may change before they come.
    at: state === 'loading' && before ? before.at : here(),
    root: isShown ? element.querySelector(':scope > .newsstand-root') : null,
  });
};

const isOfElsewhere = ({ options: { widget, slug, token }, at }: Sight): boolean => {
  const now = here();
  const showsTheAddress = !slug && !token && OF_THE_ADDRESS.some((name) => name === widget);
  // A query that is written without a visit, as a filter's or when a bank sends somebody back, leads nowhere else.
  return showsTheAddress && (now.path !== at.path || (now.query !== at.query && now.visit !== at.visit));
};

/** What an element names its good by, which it may begin to say. */
const NAMING = ['slug', 'token', 'item', 'ref'] as const;

const saysElse = (before: DOMStringMap, now: DOMStringMap): boolean =>
  [...NAMING, ...Object.keys(before)].some((name) => now[name] !== before[name]);

/**
 * The loader lets go of what leaves the page, and meets what comes: the element leaves for as long as the loader needs
 * to see it, and nothing is painted.
 */
export const beginAnew = async (element: HTMLElement, keepsWords: boolean): Promise<void> => {
  const words = [...element.childNodes];
  const spot = document.createComment('');
  element.replaceWith(spot);
  await Promise.resolve();
  if (keepsWords) element.replaceChildren(...words);
  spot.replaceWith(element);
};
