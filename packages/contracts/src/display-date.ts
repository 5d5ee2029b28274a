/** Section 9: dates display as month.day.year, in the reader's own time zone unless one is given. A date without a time is that day everywhere. */
export const displayDate = (instant: string, timeZone: string | undefined = instant.includes('T') ? undefined : 'UTC'): string => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, month: 'numeric', day: 'numeric', year: 'numeric' }).formatToParts(
    new Date(instant),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('month')}.${part('day')}.${part('year')}`;
};
