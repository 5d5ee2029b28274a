import type { Place } from '../platform/platform.ts';
import { activate } from './activate.ts';
import { mounts } from './builds.ts';
import { paintCount } from './cart.ts';
import { start, stop } from './start.ts';

const places = new Map<Element, Place>();

/** Finds mount elements, those that are there and those that come later, and lets go of those that leave. */
export const watchPage = (): void => {
  scan();
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
};

/** Starts a widget because somebody asked for it, on the page's element for it or, where there is none, on a new one. */
export const open = (widget: string): void => {
  const found = [...places.values()].find((place) => place.widget === widget);
  void start(found ?? keep(document.body.appendChild(document.createElement('div')), widget), true);
};

const scan = (): void => {
  for (const [element, place] of places) {
    if (element.isConnected) continue;
    places.delete(element);
    place.gone = true;
    stop(place);
  }
  paintCount();
  find('[data-widget]');
  for (const selector in mounts) find(selector, mounts[selector]);
};

const find = (selector: string, mapped?: { widget: string; when?: string | undefined }): void => {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const { widget = mapped?.widget ?? '', when = mapped?.when ?? '' } = element.dataset;
    if (!places.has(element)) activate(keep(element, widget), when);
  }
};

const keep = (element: HTMLElement, widget: string): Place => {
  const place = { element, widget };
  places.set(element, place);
  return place;
};
