import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeDate, donationKey, latestPeriod, planDonation } from './monthly-rules.ts';

const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
const periods = fc.nat(400);

describe('the day of a monthly donation', () => {
  it.each([
    ['2026-01-31T09:30:00.000Z', 1, '2026-02-28T09:30:00.000Z'],
    ['2026-01-31T09:30:00.000Z', 2, '2026-03-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.000Z', 3, '2026-04-30T09:30:00.000Z'],
    ['2027-12-31T23:59:59.999Z', 2, '2028-02-29T23:59:59.999Z'],
    ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', 48, '2032-02-29T00:00:00.000Z'],
    ['2026-11-15T12:00:00.000Z', 2, '2027-01-15T12:00:00.000Z'],
    ['2026-02-28T01:30:00.000Z', 1, '2026-03-28T01:30:00.000Z'],
  ])('that began on %s is, %i months later, %s', (first, period, date) => {
    expect(chargeDate(new Date(first), period).toISOString()).toBe(date);
  });

  it('is the last day of a month that is too short, and the day itself again after', { tags: ['§4.donation-card.3'] }, () => {
    const first = new Date('2028-01-31T12:00:00Z');
    expect([1, 2, 13].map((period) => chargeDate(first, period).toISOString().slice(0, 10))).toEqual([
      '2028-02-29',
      '2028-03-31',
      '2029-02-28',
    ]);
  });

  it('is the same day of the month, or its last one; once in every month, at the same time', () => {
    fc.assert(
      fc.property(dates, periods, (first, period) => {
        const date = chargeDate(first, period);
        const months = (date.getUTCFullYear() - first.getUTCFullYear()) * 12 + date.getUTCMonth() - first.getUTCMonth();
        expect(months).toBe(period);
        expect(date.toISOString().slice(10)).toBe(first.toISOString().slice(10));
        const isLastDay = new Date(date.getTime() + 86_400_000).getUTCDate() === 1;
        expect(date.getUTCDate() === first.getUTCDate() || (isLastDay && date.getUTCDate() < first.getUTCDate())).toBe(true);
      }),
    );
  });

  it('is in the latest period from that moment until the next', () => {
    fc.assert(
      fc.property(dates, periods, (first, period) => {
        const date = chargeDate(first, period);
        expect(latestPeriod(first, date)).toBe(period);
        expect(latestPeriod(first, new Date(date.getTime() - 1))).toBe(Math.max(0, period - 1));
      }),
    );
  });
});

describe('the next charge of a donation', () => {
  const first = new Date('2026-01-31T09:30:00Z');
  const donation = { first, paidPeriod: 0, failing: false, ended: null };
  const now = (text: string) => new Date(text);

  it('is the next month', () => {
    expect(planDonation(donation, now('2026-02-01T00:00:00Z'))).toEqual({ type: 'charge', period: 1, due: now('2026-02-28T09:30:00Z') });
  });

  it('is one month after an outage of several', () => {
    expect(planDonation(donation, now('2026-05-02T00:00:00Z'))).toEqual({ type: 'charge', period: 3, due: now('2026-04-30T09:30:00Z') });
  });

  it('waits for a new card while it is failing, and names the month that is outstanding', () => {
    expect(planDonation({ ...donation, failing: true }, now('2026-03-20T00:00:00Z'))).toEqual({ type: 'failing', period: 1 });
  });

  it('never comes when the donation has ended', () => {
    expect(planDonation({ ...donation, ended: first }, now('2026-03-20T00:00:00Z'))).toEqual({ type: 'ended' });
  });

  it('happens at most once a month, whenever the renewal run runs', () => {
    fc.assert(
      fc.property(dates, fc.array(fc.integer({ min: 1, max: 90 * 24 }), { maxLength: 40 }), (begun, hours) => {
        let time = begun.getTime();
        let paidPeriod = 0;
        const charged: string[] = [begun.toISOString().slice(0, 7)];
        for (const each of hours) {
          time += each * 3_600_000;
          const plan = planDonation({ first: begun, paidPeriod, failing: false, ended: null }, new Date(time));
          if (plan.type !== 'charge' || plan.due.getTime() > time) continue;
          paidPeriod = plan.period;
          charged.push(plan.due.toISOString().slice(0, 7));
        }
        expect(new Set(charged).size).toBe(charged.length);
        expect(latestPeriod(begun, new Date(time))).toBe(paidPeriod);
      }),
    );
  });

  it('has a key of its own for each donation, month and attempt', () => {
    expect(donationKey('d1', 7, 2)).toBe('donation:d1:7:2');
  });
});
