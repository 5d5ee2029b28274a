import type { Place } from '../platform/ask.ts';

/** The mount elements of the page, those of widgets that have not started included. */
export const places = new Map<Element, Place>();

/** The names of all widgets that stand on the page, each once. */
export const widgetsHere = (): string => [...new Set([...places.values()].map((place) => place.widget))].join();
