import { describe, expect, it } from 'vitest';
import { displayDate, displayMoment, displayWeekday } from './display-date.ts';

describe('displayDate', () => {
  it.each([
    ['2026-11-21T09:30:00.000Z', 'UTC', '11.21.2026'],
    ['2026-01-02T23:30:00.000Z', 'UTC', '1.2.2026'],
    ['2026-01-02T23:30:00.000Z', 'Asia/Tokyo', '1.3.2026'],
    ['2027-01-01T03:00:00.000Z', 'America/New_York', '12.31.2026'],
  ])('the moment %s in %s is shown as %s', { tags: ['§9.dates.1'] }, (instant, zone, text) => {
    expect(displayDate(instant, zone)).toBe(text);
  });

  it('a month without a day is shown without one, and a moment with its time', () => {
    expect(displayDate('2026-12')).toBe('12.2026');
    expect(displayMoment('2026-11-21T16:05:00.000Z', 'UTC').replaceAll(/\s/g, ' ')).toBe('11.21.2026, 4:05 PM');
  });

  it('a day is shown with its name', () => {
    expect(displayWeekday('2026-11-26T12:00:00.000Z')).toBe('Thursday, 11.26.2026');
    expect(displayWeekday('never')).toBe('');
  });

  it('a date without a time is the same day for readers everywhere', () => {
    const zone = process.env.TZ;
    for (const each of ['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati']) {
      process.env.TZ = each;
      expect(displayDate('2026-11-20')).toBe('11.20.2026');
    }
    process.env.TZ = zone;
  });
});
