import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CalendarDay, CalendarMoment } from './calendar-day.ts';
import { deskEndpoints, type DeskEndpoint } from './desk-endpoints.ts';

test.each(['2026-02-28', '2028-02-29', '1999-12-31'])('%s is a day, and has moments', (day) => {
  expect([v.is(CalendarDay, day), v.is(CalendarMoment, `${day}T23:59:59.000Z`)]).toEqual([true, true]);
});

const NO_DAYS = ['2026-02-30', '2026-02-29', '2027-06-31', '2026-13-01', '0000-01-01', '9999-12-31'];
test.each(NO_DAYS)('%s is no day, and has no moments', (day) => {
  expect([v.is(CalendarDay, day), v.is(CalendarMoment, `${day}T00:00:00.000Z`)]).toEqual([false, false]);
});

/** What a day is written like, by the pattern that would take it. */
const Pattern = v.object({ type: v.picklist(['iso_date', 'iso_timestamp', 'iso_date_time']) });
const Pipe = v.looseObject({ kind: v.literal('schema'), pipe: v.array(v.unknown()), '~run': v.function() });

/** Where a call of the desk takes a day that no calendar has. */
function takesNoDay(part: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return [];
  seen.add(part);
  const isDay = v.is(Pipe, part) && part.pipe.some((one) => v.is(Pattern, one));
  const schema = v.custom<v.GenericSchema>(() => isDay);
  const found = v.is(schema, part) && NO_DAYS.flatMap((day) => [day, `${day}T00:00:00.000Z`]).some((one) => v.is(part, one)) ? [path] : [];
  return [...found, ...Object.entries(part).flatMap(([name, value]) => takesNoDay(value, `${path}.${name}`, seen))];
}

test('no call of the desk takes a day that no calendar has', () => {
  const asked = Object.entries<DeskEndpoint>(deskEndpoints).map(([name, { params, query, body }]) => [name, { params, query, body }]);
  expect(takesNoDay(Object.fromEntries(asked), 'desk')).toEqual([]);
});

test('a pattern alone is seen, however deep it is', () => {
  const deep = v.object({
    days: v.array(v.variant('of', [v.object({ of: v.literal('a'), from: v.optional(v.pipe(v.string(), v.isoDate())) })])),
  });
  expect(takesNoDay(deep, 'it').length).toBeGreaterThan(0);
});
