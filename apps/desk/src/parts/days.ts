/**
 * What is before or after that, nobody means: browsers take years of six digits, and while one is typed it is of the
 * first century.
 */
export const [FIRST_DAY, LAST_DAY] = ['1900-01-01', '2099-12-31'];

/** A day as a field or an address has it, `2026-12-01`; undefined for what is none. */
export function dayOf(typed: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(typed) || typed < FIRST_DAY || typed > LAST_DAY) return undefined;
  const at = new Date(`${typed}T00:00:00Z`);
  // The 31st of a shorter month would be a day of the next one.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(typed) ? typed : undefined;
}

/**
 * The moment at which a zone's clock shows what a field has, `2026-12-01T09:00`; what a clock leaves out in spring is
 * that long after the hour before. Undefined for what is no moment.
 */
export function instantOf(typed: string, zone: string): string | undefined {
  if (!/T([01]\d|2[0-3]):[0-5]\d$/.test(typed) || dayOf(typed.slice(0, 'YYYY-MM-DD'.length)) === undefined) return undefined;
  const shown = Date.parse(`${typed}Z`);
  const near = shown - aheadOf(shown, zone);
  const exact = new Date(shown - aheadOf(near, zone)).toISOString();
  return clockOf(exact, zone) === typed ? exact : new Date(near).toISOString();
}

/** What a zone's clock shows at a moment, as a field has it. */
export const clockOf = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(instant)).replace(' ', 'T');

/** The day that it is in a zone at a moment. */
export const dayAt = (instant: string, zone: string): string => clockOf(instant, zone).slice(0, 'YYYY-MM-DD'.length);

/** How many milliseconds a zone's clock is ahead of UTC, at a whole minute. */
const aheadOf = (at: number, zone: string): number => Date.parse(`${clockOf(new Date(at).toISOString(), zone)}Z`) - at;
