import { displayDate } from '@newsstand/contracts/display-date';
import { DAY, HOUR, MINUTE } from '../platform/duration.ts';

/** When something was done, for whoever is told of it while they were at it themselves: `a moment ago`, `3 minutes ago`, `2 hours ago`, `on 11.27.2026`. */
export function agoText(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  if (passed < MINUTE) return 'a moment ago';
  if (passed < HOUR) return counted(Math.floor(passed / MINUTE), 'minute');
  return passed < DAY ? counted(Math.floor(passed / HOUR), 'hour') : `on ${displayDate(at.toISOString(), 'UTC')}`;
}

const counted = (n: number, unit: string): string => (n === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit} ago` : `${n} ${unit}s ago`);
