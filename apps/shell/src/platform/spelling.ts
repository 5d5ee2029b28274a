import { WIDGETS } from '@newsstand/contracts/widget';
import { distance } from './distance.ts';

/** The widget that was probably meant by a name that is none; null for one that is right, and for somebody else's. */
export const meant = (name: string): string | null => {
  const known: readonly string[] = WIDGETS;
  if (known.includes(name)) return null;
  // With another sign for its dot, or none: no word of somebody else's.
  if (!name.includes('.')) return known.find((widget) => letters(widget) === letters(name)) ?? null;
  const [remote] = name.split('.');
  const distances = known.map((widget) => ({ widget, distance: distance(name.toLowerCase(), widget) }));
  const [nearest] = distances.toSorted((one, other) => one.distance - other.distance);
  // A remote of ours has no widgets but ours; of other names those alone are meant for one that differ from it in a letter of four.
  const own = known.some((widget) => widget.startsWith(`${remote}.`));
  return nearest && (own || nearest.distance * 4 <= name.length) ? nearest.widget : null;
};

const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');

const looked = new Set<string>();

/** Says in the console which widgets of the page are misspelled, each once. */
export const checkSpelling = (): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-widget]')) {
    const name = element.dataset['widget'] ?? '';
    if (looked.has(name)) continue;
    looked.add(name);
    const widget = meant(name);
    if (widget) console.warn(`[newsstand] there is no widget ${name}: is ${widget} meant?`);
  }
};
