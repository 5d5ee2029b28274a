import { DONE } from '@newsstand/contracts/widget';
import type { Place } from '../platform/ask.ts';
import { prepare, remoteOf } from './builds.ts';
import { whenIdle, stored } from './browser.ts';
import { start } from './start.ts';

/**
 * Starts a widget when its element's policy says so. `#login=…` in the page's address is something for login's widgets:
 * who brings it has reached for them.
 */
export const activate = (place: Place, when?: string): void => {
  const go = (): unknown => start(place);
  // What a reader is done with, such as a popup that they closed, costs them nothing more.
  if (stored(DONE + place.widget)) return;
  if (when === 'visible') onceNear(place.element, go);
  else if (when === 'idle') whenIdle(go);
  else if (when === 'intent' && !location.hash.startsWith('#' + remoteOf(place.widget) + '=')) awaitIntent(place);
  else go();
};

const onceNear = (element: Element, go: () => unknown): void => {
  const near = (entries: IntersectionObserverEntry[], observer: IntersectionObserver): void => {
    if (!entries.pop()?.isIntersecting) return;
    observer.disconnect();
    go();
  };
  new IntersectionObserver(near, { rootMargin: '200px' }).observe(element);
};

const awaitIntent = (place: Place): void => {
  const { element, widget } = place;
  const warmUp = (): unknown => prepare(widget);
  element.addEventListener('pointerenter', warmUp);
  element.addEventListener('focusin', warmUp);
  const reach = async (event: MouseEvent): Promise<void> => {
    const trigger: HTMLElement | null = Object(event.target).closest('a,button');
    // Once the widget is there, its clicks are its own; a click that asks for a new tab gets it.
    if (!trigger || place.gone || place.unmount || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (await start(place, true)) return;
    // The click is not lost: it does what it would have done without us.
    element.removeEventListener('click', reach);
    trigger.click();
  };
  element.addEventListener('click', reach);
};
