import { WIDGETS } from '@newsstand/contracts/widget';

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

/** How many letters must be put in, left out or changed to make one word the other. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 0; line < one.length; line += 1) {
    const next = [line + 1];
    for (let column = 0; column < other.length; column += 1) {
      const [above = 0, aboveLeft = 0, left = 0] = [row[column + 1], row[column], next[column]];
      next.push(Math.min(above + 1, left + 1, aboveLeft + (one[line] === other[column] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

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
