import { WIDGETS } from '@newsstand/contracts/widget';
import { distance } from './distance.ts';

/** The widget that was probably meant by a name that is none; null for one that is right, and for somebody else's. */
export const meant = (name: string): string | null => {
  const known: readonly string[] = WIDGETS;
  if (known.includes(name)) return null;
  if (!name.includes('.')) return meantWithoutDot(letters(name));
  const [remote] = name.split('.');
  const nearest = nearestTo(name.toLowerCase(), (widget) => widget);
  // A remote of ours has no widgets but ours; of other names those alone are meant for one that differ from it in a
  // letter of four.
  const own = known.some((widget) => widget.startsWith(`${remote}.`));
  return nearest && (own || nearest.distance * 4 <= name.length) ? nearest.widget : null;
};

/** Of what the first half of a name says alone, what fills a page or a place in it. */
const MAIN = ['checkout.page', 'mailing-list.form', 'login.page', 'account.overview', 'subscribe.builder'];

/**
 * Of what the second half of a name says alone, what is hardly a widget of somebody else's, as a form or a header would
 * be.
 */
const BY_SECOND = ['login.paywall', 'subscribe.donate', 'subscribe.redeem', 'subscribe.renew', 'checkout.receipt'];

/**
 * With another sign for its dot, or none, or a half of it alone. A word of somebody else's differs in more than a
 * letter of six.
 */
const meantWithoutDot = (typed: string): string | null => {
  const half =
    MAIN.find((widget) => letters(widget.split('.')[0] ?? '') === typed) ??
    BY_SECOND.find((widget) => distance(typed, widget.split('.')[1] ?? '') * 6 <= typed.length);
  if (half !== undefined) return half;
  const nearest = nearestTo(typed, letters);
  return nearest && nearest.distance * 6 <= typed.length ? nearest.widget : null;
};

const nearestTo = (typed: string, read: (widget: string) => string) =>
  WIDGETS.map((widget) => ({ widget, distance: distance(typed, read(widget)) })).toSorted((one, other) => one.distance - other.distance)[0];

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

export const sayMeant = (name: string): void => {
  const widget = meant(name);
  if (widget) console.warn(`[newsstand] there is no widget ${name}: is ${widget} meant?`);
};

const looked = new Set<string>();

/** Says in the console which widgets of the page are misspelled, each once. */
export const checkSpelling = (): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-widget]')) {
    const name = element.dataset['widget'] ?? '';
    if (looked.has(name)) continue;
    looked.add(name);
    sayMeant(name);
  }
};
