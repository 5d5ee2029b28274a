import { WIDGET_ERROR, WIDGET_FOUND } from '@newsstand/contracts/widget';
import type * as Opening from '../platform/open-widget.ts';
import type { Place } from '../platform/ask.ts';
import { activate } from './activate.ts';
import { prepare, registry, remoteOf } from './builds.ts';
import { paintCount } from './cart.ts';
import { places } from './places.ts';
import { whenIdle, dispatch } from './browser.ts';
import { parsed } from './script.ts';
import { inTime, start, stop } from './start.ts';

/** Finds mount elements, those that are there and those that come later, and lets go of those that leave. */
export const watchPage = (): void => {
  scan();
  new MutationObserver(scan).observe(document, { childList: true, subtree: true });
};

/**
 * Starts a widget because somebody asked for it. Which of its elements can be seen is asked by a chunk that few pages
 * need: it has no room here.
 */
export const open = (widget: string): unknown =>
  inTime(
    widget,
    prepare(widget).then((): Promise<typeof Opening> => import(/* webpackIgnore: true */ registry.platform[0] + 'open.js')),
  ).then(
    (opening) => opening.open(widget, places, keep, start),
    (error) => dispatch(WIDGET_ERROR, { widget, error }),
  );

const scan = (): void => {
  for (const [element, place] of places) {
    if (!element.isConnected) {
      place.gone = places.delete(element);
      stop(place);
    }
  }
  find('[data-widget]');
  for (const selector in registry.mounts) find(selector, registry.mounts?.[selector]);
  paintCount();
};

const find = (selector: string, mapped?: { widget: string; when?: string | undefined }): void => {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const { widget = '', when }: DOMStringMap = { ...mapped, ...element.dataset };
    // What is no remote's of ours, or has no dot in its name, is a widget of somebody else's.
    if (widget.includes('.') && !places.has(element)) {
      if (Object.hasOwn(registry.remotes, remoteOf(widget))) {
        if (dispatch(WIDGET_FOUND, { widget, element })) activate(keep(element, widget), when);
      } else if (!places.size) {
        // It may be one of ours that is misspelled: what says so comes with the first widget, and here there is none.
        // An import map of the CMS's may still be to come: Firefox takes none once there is a module.
        whenIdle(() => parsed.then(() => import(/* webpackIgnore: true */ registry.platform[0] + 'later.js')).catch(() => 0));
      }
    }
  }
};

const keep = (element: HTMLElement, widget: string): Place => {
  const place = { element, widget };
  places.set(element, place);
  // A page that was kept as it was while its widgets came still says so.
  stop(place);
  return place;
};
