/**
 * The one form of a date, wherever one is shown: month.day.year (section 9), in the reader's own time zone unless one
 * is given. A date without a time is that day everywhere, and a month without a day is `12.2026`. Of what is no date
 * nothing is shown: a service of another age may leave a field out.
 */
export const displayDate = (instant: string, timeZone: string | undefined = instant.includes('T') ? undefined : 'UTC'): string => {
  if (Number.isNaN(Date.parse(instant))) return '';
  const format = timeZone === 'UTC' ? (inUtc ??= formatIn(timeZone)) : formatIn(timeZone);
  const parts = format.formatToParts(new Date(instant));
  const shown = instant.length === 'YYYY-MM'.length ? (['month', 'year'] as const) : (['month', 'day', 'year'] as const);
  return shown.map((type) => parts.find((one) => one.type === type)?.value ?? '').join('.');
};

/** The same with its time: `11.21.2026, 4:05 PM`. */
export const displayMoment = (instant: string, timeZone?: string): string =>
  displayDate(instant, timeZone) &&
  `${displayDate(instant, timeZone)}, ${new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(new Date(instant))}`;

/** The same with its day of the week, in the reader's own time zone: `Thursday, 11.26.2026`. */
export const displayWeekday = (instant: string): string =>
  displayDate(instant) && `${new Intl.DateTimeFormat('en-US', { weekday: 'long' }).format(new Date(instant))}, ${displayDate(instant)}`;

const formatIn = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-US', { timeZone, month: 'numeric', day: 'numeric', year: 'numeric' });

/** Kept, because making one takes longer than all else that a receipt's letter is made of. */
let inUtc: Intl.DateTimeFormat | undefined;
