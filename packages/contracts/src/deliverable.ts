import * as v from 'valibot';
import type { Deliverable, Level, Medium } from './cart.ts';
import type { Shipcode } from './shipcode.ts';

/** What a subscription is priced by: its medium and its level (section 3, codes). */
export const Category = v.picklist(['print-low', 'print-high', 'digital-low', 'digital-high']);
export type Category = v.InferOutput<typeof Category>;

/** The names that categories have in links (section 3, slug aliases). */
export const CATEGORY_ALIASES: Record<string, Category> = {
  'standard-print': 'print-low',
  'solidarity-print': 'print-high',
  'standard-digital': 'digital-low',
  'solidarity-digital': 'digital-high',
};

/** Section 3, levels: what they are called where a publication says nothing else. */
export const LEVEL_NAMES: Record<Level, string> = { low: 'Standard', high: 'Solidarity' };

const SHIPCODE_OF: Record<Deliverable, Shipcode | null> = { digital: null, 'print-a': 'a', 'print-b': 'b', 'print-c': 'c' };

/** The zone that a deliverable is posted to; null for what is not posted. */
export const shipcodeOf = (deliverable: Deliverable): Shipcode | null => SHIPCODE_OF[deliverable];

export const mediumOf = (deliverable: Deliverable): Medium => (deliverable === 'digital' ? 'digital' : 'print');

export const deliverableOf = (medium: Medium, shipcode: Shipcode): Deliverable => (medium === 'digital' ? 'digital' : `print-${shipcode}`);

export const categoryOf = (deliverable: Deliverable, level: Level): Category => `${mediumOf(deliverable)}-${level}`;

/** A category by its code or its alias, as a link names it; null for anything else. */
export const readCategory = (slug: string): Category | null => {
  const code = Object.hasOwn(CATEGORY_ALIASES, slug) ? CATEGORY_ALIASES[slug] : slug;
  const { success, output } = v.safeParse(Category, code);
  return success ? output : null;
};
