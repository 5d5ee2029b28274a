import type { Level } from '@newsstand/contracts/cart';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import type { PublishedData } from './published-data.ts';

/** What zones and levels are called, wherever somebody reads of one. */
export type Names = { zones: Record<Shipcode, string>; levels: Record<Level, string> };

export const namesOf = ({ zones: { a, b, c }, levels }: Pick<PublishedData, 'zones' | 'levels'>): Names => ({
  zones: { a: a.name, b: b.name, c: c.name },
  levels,
});
