import { DAY, HOUR, MINUTE } from '../platform/duration.ts';
import type { CodedText } from '../platform/http/coded-text.ts';
import { deskText } from '../publication/texts/desk-texts.ts';

/**
 * When something was done, for whoever is told of it while they were at it themselves: `a moment ago`, `3 minutes ago`,
 * `2 hours ago`, `on 11.27.2026`.
 */
export function agoText(at: Date, now: Date): CodedText {
  const passed = now.getTime() - at.getTime();
  if (passed < MINUTE) return deskText('ago_moment');
  if (passed < 2 * MINUTE) return deskText('ago_minute');
  if (passed < HOUR) return deskText('ago_minutes', { n: Math.floor(passed / MINUTE) });
  if (passed < 2 * HOUR) return deskText('ago_hour');
  if (passed < DAY) return deskText('ago_hours', { n: Math.floor(passed / HOUR) });
  return deskText('ago_day', { day: at });
}
