import type { Place } from './ask.ts';
import { sayMeant } from './spelling.ts';

/**
 * Starts a widget because somebody asked for it: in the first of its places that a reader can see and reach, for there
 * the focus is when its dialog is closed, or, where there is none (a menu is closed), in a new one. The last three are
 * the loader's.
 */
export const open = async (
  widget: string,
  places: ReadonlyMap<Element, Place>,
  keep: (element: HTMLElement, widget: string) => Place,
  start: (place: Place, intent: boolean) => unknown,
): Promise<void> => {
  sayMeant(widget);
  // The page may ask before all of it is there.
  if (document.readyState === 'loading') await new Promise((done) => document.addEventListener('DOMContentLoaded', done));
  const place = [...places.values()].find(({ element, widget: name }) => name === widget && isSeen(element));
  start(place ?? keep(document.body.appendChild(document.createElement('div')), widget), true);
};

const isSeen = (element: HTMLElement): boolean => {
  const { visibility, pointerEvents } = getComputedStyle(element);
  if (visibility !== 'visible' || element.closest('[inert]') || !hasRoom(element)) return false;
  const around = ancestors(element).map((one) => ({ one, style: getComputedStyle(one) }));
  // What is to fade in when it is scrolled to takes clicks before that; a closed menu takes none.
  if (pointerEvents === 'none' && around.some(({ style }) => style.opacity === '0')) return false;
  if (
    around.some(({ one, style }) => style.overflow !== 'visible' && one.clientWidth * one.clientHeight === 0 && style.display !== 'inline')
  )
    return false;
  return isWithin(
    element,
    around.some(({ style }) => style.position === 'fixed'),
  );
};

const ancestors = (element: Element | null): Element[] => (element ? [element, ...ancestors(element.parentElement)] : []);

/** None of it where nothing is drawn, nor where it is folded away. */
const hasRoom = (element: HTMLElement): boolean => {
  const { width, height } = element.getBoundingClientRect();
  // Not in Safari before 17.4.
  const drawn: { checkVisibility?(): boolean } = element;
  return (drawn.checkVisibility?.() ?? true) && width > 0 && (height > 0 || element.offsetHeight === 0);
};

/**
 * Where scrolling up and down leads to; of what is fixed, where the screen is. A drawer that is not pulled out stands
 * beside it.
 */
const isWithin = (element: HTMLElement, isFixed: boolean): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const { scrollHeight, clientWidth, clientHeight } = document.documentElement;
  if (right <= 0 || left >= clientWidth) return false;
  return isFixed ? bottom > 0 && top < clientHeight : bottom + scrollY > 0 && top + scrollY <= scrollHeight;
};
