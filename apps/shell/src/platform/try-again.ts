import { WIDGET_ERROR, WIDGET_READY } from '@newsstand/contracts/widget';
import { WATCHDOG } from '../loader/watchdog.ts';
import { failedBetween, watchFailedLoads } from './failed-loads.ts';
import { beginAnew } from './rewritten.ts';

/** When what a widget wants was asked for, in ms; null where the loader itself did not get it. */
type Asked = { from: number; to: number } | null;

/** Elements whose widgets could not come. */
const waiting = new Map<HTMLElement, Asked>();
/** Those whose widgets came: one that breaks after that would only break again. */
const shown = new WeakSet<HTMLElement>();

/**
 * What could not come, for want of the page's data or of its code, begins anew once another widget came, or the
 * connection did: what failed is not remembered. Each is tried once for each that comes, so that what cannot come at
 * all costs little. One that had all that it asked for, and says that its good is not sold any more, would only say so
 * again: the page would move for its room, and back.
 */
export const tryFailedAgain = (): void => {
  watchFailedLoads();
  document.addEventListener(WIDGET_ERROR, (event) => {
    const { element, caught } = detailOf(event);
    // The loader says what it could not get, or not in time: what a widget that gave up by itself wanted was asked for
    // within that.
    if (element && !shown.has(element)) waiting.set(element, caught ? askedBy(WATCHDOG) : null);
  });
  document.addEventListener(WIDGET_READY, (event) => {
    const { element } = detailOf(event);
    if (element) shown.add(element);
    tryAll();
  });
  addEventListener('online', () => tryThose(() => true));
  // What came and went before this chunk did.
  for (const element of document.querySelectorAll<HTMLElement>('[data-widget][data-state="failed"]'))
    waiting.set(element, askedBy(Infinity));
  if (document.querySelector('[data-widget]:is([data-state="loaded"], [data-state="completed"])')) tryAll();
};

const askedBy = (within: number): Asked => ({ from: performance.now() - within, to: performance.now() });

/** Anybody may dispatch such an event, and `open` names no element. */
const detailOf = (event: Event): { element: HTMLElement | null; caught: boolean } => {
  const { element, caught }: { element?: unknown; caught?: unknown } = event instanceof CustomEvent ? Object(event.detail) : {};
  return { element: element instanceof HTMLElement ? element : null, caught: caught === true };
};

const tryAll = (): void => tryThose((asked) => !asked || failedBetween(asked.from, asked.to));

const tryThose = (isToTry: (asked: Asked) => boolean): void => {
  for (const [element, asked] of waiting) {
    if (element.dataset['state'] !== 'failed' || !element.isConnected) waiting.delete(element);
    // Who is at the words that stand there instead stays there.
    else if (isToTry(asked) && !element.contains(document.activeElement)) {
      waiting.delete(element);
      void beginAnew(element, false);
    }
  }
};
