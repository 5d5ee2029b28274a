import type { DeskDonationYear } from '@newsstand/contracts/desk-donations';
import type { DeskClosing, DeskReport } from '@newsstand/contracts/desk-reports';

export const REVENUE: DeskReport = {
  name: 'revenue',
  from: '2026-01-01',
  until: '2026-11-02',
  time_zone: 'America/New_York',
  as_of: '2026-11-02T15:00:00.000Z',
  rows: [
    ['2026-11', 'Subscriptions', 123_456_78, 1000, 0, 123_446_78, 'subscriptions'],
    ['2026-11', 'Money back', 0, 0, 0, -5200, 'money-back'],
  ],
  total: [null, null, 123_456_78, 1000, 0, 123_394_78],
};
export const YEAR: DeskDonationYear = {
  year: '2025',
  years: ['2025', '2024'],
  over: true,
  charity: 'Exclave Foundation is a charity under section 501(c)(3), EIN 12-3456789.',
  donors: 12,
  given: 99_000,
  unwritten: 11,
  waiting: 0,
  unreached: 1,
  history: [],
};
export const MONTHS: DeskReport = {
  ...REVENUE,
  rows: ['2026-11', '2026-10', '2026-09', '2026-08', '2026-07'].flatMap((month, index) => [
    [month, 'Subscriptions', 300_000 + index * 50_000, 0, 0, 300_000 + index * 50_000, 'subscriptions'],
    [month, 'Money back', 0, 0, 0, index === 2 ? -600_000 : -5200, 'money-back'],
  ]),
};
export const RENEWALS: DeskReport = {
  ...REVENUE,
  name: 'renewals',
  rows: [
    [16, 'A gift', 40, 10, 5, 25],
    [16, 'A subscription', 160, 124, 10, 78],
    [15, 'A subscription', 100, 61, 20, 61],
  ],
  total: [null, null, 300, 195, 35, null],
};
export const ROLLED: DeskReport = {
  ...REVENUE,
  name: 'roll-forward',
  rows: [
    ['1 year', 100_000, 52_000, 38_000, 3900, 1300, 108_800, '1year'],
    ['Gifts', 20_000, 0, 5000, 0, 0, 15_000, 'gifts'],
  ],
  total: [null, 120_000, 52_000, 43_000, 3900, 1300, 123_800],
};
export const OCTOBER: DeskClosing = {
  month: '2026-10',
  closed: null,
  time_zone: 'America/New_York',
  version: 'seen',
  reports: [REVENUE, ROLLED].map((report) => ({ report, kept: null })),
};
export const CLOSED = { at: '2026-10-03T15:00:00.000Z', by: 'Felix' };
