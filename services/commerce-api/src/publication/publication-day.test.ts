import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/test-app.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { beginOf, dayAt, dayIn } from './publication-day.ts';

let service: TestApp;
beforeAll(async () => {
  service = await createTestApp();
});
afterAll(() => service.close());

test('a day is the same for the service and the database, and begins with the first moment that is of it, wherever a magazine is', async () => {
  for (const [zone, day, begins] of [
    ['UTC', '2027-01-15', '2027-01-15T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2027-01-15', '2027-01-14T10:00:00.000Z'],
    ['Asia/Kathmandu', '2027-01-15', '2027-01-14T18:15:00.000Z'],
    ['Pacific/Pago_Pago', '2027-01-15', '2027-01-15T11:00:00.000Z'],
    // The night in which clocks go on, the day after it, and the night in which they go back.
    ['America/Los_Angeles', '2027-03-14', '2027-03-14T08:00:00.000Z'],
    ['America/Los_Angeles', '2027-03-15', '2027-03-15T07:00:00.000Z'],
    ['Europe/Berlin', '2027-10-31', '2027-10-30T22:00:00.000Z'],
    ['Europe/Berlin', '2027-11-01', '2027-10-31T23:00:00.000Z'],
    // Midnight is left out, and comes twice.
    ['Africa/Cairo', '2027-04-30', '2027-04-29T22:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['Atlantic/Azores', '2027-10-31', '2027-10-31T00:00:00.000Z'],
  ] as const) {
    const first = new Date(begins);
    const before = new Date(first.getTime() - 1);
    const [row] = await service.deps.db.$queryRaw<object[]>`
      select ${beginOf(Prisma.sql`${day}::date`, zone)} as begins, ${dayAt(Prisma.sql`${first}::timestamptz`, zone)}::text as first,
        ${dayAt(Prisma.sql`${before}::timestamptz`, zone)}::text as before`;
    expect({ zone, ...row }).toEqual({ zone, begins: first, first: dayIn(zone, first), before: dayIn(zone, before) });
    expect([dayIn(zone, first), dayIn(zone, before) < day]).toEqual([day, true]);
  }
});
