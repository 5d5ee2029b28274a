import { accessFigures } from './access-figures.ts';
import { accountFigures } from './account-figures.ts';
import { apiFigures } from './api-figures.ts';
import { calendarFigures } from './calendar-figures.ts';
import type { Figure } from './figure.ts';
import { paymentFigures } from './payment-figures.ts';

/** What `npm run figures` prints of this workspace. */
export async function figures(): Promise<Figure[]> {
  return [
    ...(await apiFigures()),
    ...(await paymentFigures()),
    ...(await accessFigures()),
    ...(await accountFigures()),
    ...(await calendarFigures()),
  ];
}

if (import.meta.main) for (const { name, value, unit } of await figures()) console.log(name, value, unit);
