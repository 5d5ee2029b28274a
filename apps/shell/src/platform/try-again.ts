import { WIDGET_ERROR, WIDGET_READY } from '@newsstand/contracts/widget';
import { beginAnew } from './rewritten.ts';

/** Elements whose widgets could not come. */
const waiting = new Set<HTMLElement>();
/** Those whose widgets came: one that breaks after that would only break again. */
const shown = new WeakSet<HTMLElement>();

/**
 * What could not come, for want of the page's data or of a chunk, begins anew once another widget came, or the connection did: what failed is not remembered.
 * Each is tried once for each that comes, so that what cannot come at all costs little.
 */
export const tryFailedAgain = (): void => {
  document.addEventListener(WIDGET_ERROR, (event) => {
    const element = elementOf(event);
    if (element && !shown.has(element)) waiting.add(element);
  });
  document.addEventListener(WIDGET_READY, (event) => {
    const element = elementOf(event);
    if (element) shown.add(element);
    tryAll();
  });
  addEventListener('online', tryAll);
  // What came and went before this chunk did.
  for (const element of document.querySelectorAll<HTMLElement>('[data-widget][data-state="failed"]')) waiting.add(element);
  if (document.querySelector('[data-widget]:is([data-state="loaded"], [data-state="completed"])')) tryAll();
};

/** Anybody may dispatch such an event, and `open` names no element. */
const elementOf = (event: Event): HTMLElement | null => {
  const element: unknown = event instanceof CustomEvent ? Object(event.detail).element : null;
  return element instanceof HTMLElement ? element : null;
};

const tryAll = (): void => {
  for (const element of waiting) {
    if (element.dataset['state'] !== 'failed' || !element.isConnected) waiting.delete(element);
    // Who is at the words that stand there instead stays there.
    else if (!element.contains(document.activeElement)) {
      waiting.delete(element);
      void beginAnew(element, false);
    }
  }
};
