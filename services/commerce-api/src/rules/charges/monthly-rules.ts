/**
 * A monthly donation. `first` is when its order was paid, which is the charge of period 0; the others are counted from
 * there.
 * `paidPeriod` is the last one that was paid. `failing`: every attempt at a period failed, and it waits for another
 * card.
 */
export type MonthlyDonation = { first: Date; paidPeriod: number; failing: boolean; ended: Date | null };

export type DonationPlan = { type: 'ended' } | { type: 'failing'; period: number } | { type: 'charge'; period: number; due: Date };

/**
 * The next charge of a donation. Months that nobody charged (the service stood still) lapse: never two at once.
 */
export function planDonation(donation: MonthlyDonation, now: Date): DonationPlan {
  if (donation.ended) return { type: 'ended' };
  const period = Math.max(donation.paidPeriod + 1, latestPeriod(donation.first, now));
  return donation.failing ? { type: 'failing', period } : { type: 'charge', period, due: chargeDate(donation.first, period) };
}

/**
 * The same day and time (UTC) of a later month, or its last day where it has no such day: the 31st becomes the 28th,
 * and the 31st again after.
 */
export function chargeDate(first: Date, period: number): Date {
  const months = first.getUTCFullYear() * 12 + first.getUTCMonth() + period;
  const year = Math.floor(months / 12);
  const month = months % 12;
  const day = Math.min(first.getUTCDate(), daysInMonth(year, month));
  return new Date(Date.UTC(year, month, day) + (first.getTime() - startOfDay(first)));
}

/** The last period whose day has come; 0 is the order itself. */
export function latestPeriod(first: Date, now: Date): number {
  const months = (now.getUTCFullYear() - first.getUTCFullYear()) * 12 + now.getUTCMonth() - first.getUTCMonth();
  return Math.max(0, chargeDate(first, months) <= now ? months : months - 1);
}

/** The idempotency key of a donation's charge: one for each donation, period and attempt. */
export function donationKey(donation: string, period: number, attempt: number): string {
  return `donation:${donation}:${period}:${attempt}`;
}

/** Day 0 of a month is the last day of the one before it. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

function startOfDay(date: Date): number {
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
}
