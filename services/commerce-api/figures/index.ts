import { accessFigures } from './access-figures.ts';
import { accountFigures } from './account-figures.ts';
import { apiFigures } from './api-figures.ts';
import { calendarFigures } from './calendar-figures.ts';
import { paymentFigures } from './payment-figures.ts';

/** What `npm run figures` prints of this workspace, in groups that are measured together. */
export const figures = [apiFigures, paymentFigures, accessFigures, accountFigures, calendarFigures];

if (import.meta.main) {
  for (const group of figures) for (const { name, value, unit } of await group()) console.log(name, value, unit);
}
