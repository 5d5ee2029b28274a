import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockOf, dayOf, instantOf } from './days.ts';

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2024-02-29', '2024-02-29'],
  ['20266-12-01', undefined],
  ['0202-12-01', undefined],
  ['2100-01-01', undefined],
  ['2026-02-31', undefined],
  ['2026-13-01', undefined],
  ['2026-12-32', undefined],
  ['', undefined],
  ['soon', undefined],
])('of what is typed for a day, %j, a page goes by %j', (typed, day) => {
  expect(dayOf(typed)).toBe(day);
});

test.each([
  ['2026-12-01T09:00', 'America/New_York', '2026-12-01T14:00:00.000Z'],
  ['2026-07-01T09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-12-01T09:00', 'UTC', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T02:00', 'Asia/Kolkata', '2026-11-30T20:30:00.000Z'],
  ['2026-12-01T23:30', 'Pacific/Honolulu', '2026-12-02T09:30:00.000Z'],
  // The clock goes from 1:59 to 3:00.
  ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z'],
  ['2027-03-14T03:00', 'America/New_York', '2027-03-14T07:00:00.000Z'],
  ['20266-12-01T09:00', 'UTC', undefined],
  ['2026-02-31T09:00', 'UTC', undefined],
  ['2026-12-01T24:00', 'UTC', undefined],
  ['2026-12-01', 'UTC', undefined],
  ['', 'UTC', undefined],
])('%s by the clock of %s is %s', (typed, zone, instant) => {
  expect(instantOf(typed, zone)).toBe(instant);
});

test('a field shows the clock of the moment that was chosen in it, and whatever is typed breaks no page', () => {
  const minutes = fc.integer({ min: Date.UTC(1971, 0) / 60_000, max: Date.UTC(2099, 0) / 60_000 });
  const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
  fc.assert(
    fc.property(minutes, zones, (minute, zone) => {
      const shown = clockOf(new Date(minute * 60_000).toISOString(), zone);
      expect(clockOf(instantOf(shown, zone) ?? '', zone)).toBe(shown);
    }),
    { numRuns: 25 },
  );
  fc.assert(
    fc.property(fc.string(), fc.string(), (day, rest) => {
      instantOf(`${day}T${rest}`, 'UTC');
      dayOf(day);
    }),
  );
});

test('each field of the desk for a day or a moment is the one that goes by these rules', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.tsx'));
  const own = files.filter((name) => /date|month|time|week/.test(typesIn(name)));
  expect(own).toEqual(['day-fields.tsx']);
});
const typesIn = (name: string): string =>
  [...readFileSync(path.join(import.meta.dirname, name), 'utf8').matchAll(/\btype[=:] ?[{"'][^\n]*/g)].join('\n');
