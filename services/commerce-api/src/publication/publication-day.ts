import { Prisma } from '../../generated/prisma/client.ts';
import type { Deps } from './deps.ts';
import type { Settings } from './publication-schema.ts';

/*
 * Days are the publication's, by its time zone: an issue's day, a report's, a year of donations. What is compared with
 * a moment goes through here; `house-rules.test.ts` names what rightly counts by UTC (decision 010).
 */

/** Where the publisher's days begin. */
export const timeZoneOf = ({ settings }: { settings: Pick<Settings, 'time_zone'> }): string => settings.time_zone ?? 'UTC';

/** The day that it is somewhere at a moment: `2026-11-23`. */
export const dayIn = (zone: string, at: Date): string => formatOf(zone).format(at);

/** The day that it is now at the publication, as this process knows it. */
export const todayOf = ({ publication, clock }: Pick<Deps, 'publication' | 'clock'>): string =>
  dayIn(timeZoneOf(publication.cached()), clock());

/**
 * SQL: the moment at which a day begins somewhere. Where clocks go back over midnight it comes twice, and PostgreSQL
 * means the second one.
 */
export function beginOf(day: Prisma.Sql, zone: string): Prisma.Sql {
  const midnight = Prisma.sql`(${day})::date::timestamp at time zone ${zone}`;
  const before = Prisma.sql`(${midnight} - interval '1 hour')`;
  return Prisma.sql`(case when ${dayAt(before, zone)} = (${day})::date then ${before} else ${midnight} end)`;
}

/** SQL: the day that it is somewhere at a moment. */
export const dayAt = (at: Prisma.Sql, zone: string): Prisma.Sql => Prisma.sql`(${at} at time zone ${zone})::date`;

/** SQL: whether an issue `i` has come out by a day: its own has come, or the desk put it out before. */
export const isOutBy = (day: string): Prisma.Sql => Prisma.sql`(i.released <= ${day}::date or i.put_out is not null)`;

/** The same, where Prisma asks. */
export const outBy = (day: string) => ({ OR: [{ released: { lte: new Date(day) } }, { putOut: { not: null } }] });

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than what is asked of it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  formats.set(zone, format);
  return format;
}
