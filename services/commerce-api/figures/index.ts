import { apiFigures } from './api-figures.ts';
import type { Figure } from './figure.ts';

/** What `npm run figures` prints of this workspace. */
export function figures(): Promise<Figure[]> {
  return apiFigures();
}

if (import.meta.main) for (const { name, value, unit } of await figures()) console.log(name, value, unit);
