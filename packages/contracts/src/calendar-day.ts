import * as v from 'valibot';

/**
 * Whether a calendar has the day with which a text begins, in a year that a database's moments reach: `isoDate` is a
 * pattern, which takes 2026-02-30, too, and the end of the year 9999 is in none of four digits.
 */
function isInCalendar(text: string): boolean {
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  if (day < '1900-01-01' || day > '2999-12-31') return false;
  const at = Date.parse(day);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** A day that somebody asks for: `2026-11-23`. */
export const CalendarDay = v.pipe(v.string(), v.isoDate(), v.check(isInCalendar));
/** A moment that somebody asks for: `2026-11-23T18:04:09.000Z`. */
export const CalendarMoment = v.pipe(v.string(), v.isoTimestamp(), v.check(isInCalendar));
