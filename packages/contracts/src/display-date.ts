/** Section 9: dates display as month.day.year, in the reader's own time zone unless one is given. A date without a time is that day everywhere. */
export const displayDate = (instant: string, timeZone: string | undefined = instant.includes('T') ? undefined : 'UTC'): string => {
  const format = timeZone === 'UTC' ? (inUtc ??= formatIn(timeZone)) : formatIn(timeZone);
  const parts = format.formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')}.${part('day')}.${part('year')}`;
};

const formatIn = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-US', { timeZone, month: 'numeric', day: 'numeric', year: 'numeric' });

/** Kept, because making one takes longer than all else that a receipt's letter is made of. */
let inUtc: Intl.DateTimeFormat | undefined;
