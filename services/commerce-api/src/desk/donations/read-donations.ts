import { Address } from '@newsstand/contracts/address';
import type { DeskDonationYear } from '@newsstand/contracts/desk-donations';
import * as v from 'valibot';
import { isAllGone } from '../../ledger/orders/money-gone.ts';
import { isPaid } from '../../ledger/orders/order-states.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { readHistory } from '../read-history.ts';
import { givenCents } from '../reports/money-reports.ts';
import { beginOf, dayAt, dayIn, timeZoneOf } from '../../publication/publication-day.ts';
import { Prisma } from '../../../generated/prisma/client.ts';

export type DonationDeps = Pick<Deps, 'clock' | 'config' | 'publication'> & { db: Sql };

/** One donation as it was paid, less what went back of it: the day, the order's number, cents. */
export const Donation = v.object({ day: v.string(), number: v.string(), cents: v.number() });
export type Donation = v.InferOutput<typeof Donation>;
const Donor = v.object({
  mailbox: v.string(),
  name: v.string(),
  address: v.nullable(Address),
  unreached: v.boolean(),
  donations: v.array(Donation),
  cents: v.number(),
});
/**
 * Who gave, by the mailbox of their orders. `unreached`: their e-mail fails, or they have deleted their account and are
 * not written to any more.
 */
export type Donor = v.InferOutput<typeof Donor>;

/** Everybody who gave in a year of the publication's, the first by name first. */
export async function readGivers({ db, config, publication }: DonationDeps, year: string): Promise<Donor[]> {
  const { publicationId } = config;
  const zone = timeZoneOf(publication.cached());
  const first = `${year}-01-01`;
  const rows = await db.$queryRaw`
    with given as (
      select lower(normalize(coalesce(o.kept_for, o.email), nfkc)) as mailbox, o.kept_for is not null as left, o.name, o.address, o.number, o.paid,
        to_char(${dayAt(Prisma.sql`o.paid`, zone)}, 'YYYY-MM-DD') as day, ${givenCents} as cents
      from "order" o join order_line l on l.order_id = o.id and l.type = 'donation-item'
      where o.publication_id = ${publicationId} and ${isPaid} and not ${isAllGone} and coalesce(o.kept_for, o.email) is not null
        and o.paid >= ${beginOf(Prisma.sql`${first}::date`, zone)} and o.paid < ${beginOf(Prisma.sql`${first}::date + interval '1 year'`, zone)}
    )
    select mailbox, (array_agg(name order by paid desc))[1] as name, (array_agg(address order by address is null, paid desc))[1] as address,
      bool_or(g.left) or exists (select from account a where a.publication_id = ${publicationId} and a.email = mailbox and a.email_failing is not null)
        or coalesce((select w.bounced is not null from outbox w where w.publication_id = ${publicationId} and w.recipient = mailbox and w.sent is not null and w.unwritten is null
          order by w.created desc, w.id desc limit 1), false) as unreached,
      json_agg(json_build_object('day', day, 'number', number, 'cents', cents) order by paid, number) as donations, sum(cents)::float8 as cents
    from given g where cents > 0 group by mailbox order by 2, mailbox`;
  return v.parse(v.array(Donor), rows);
}

/**
 * By what a letter is known again: the same donations of a donor are one letter; where one went back since, another one
 * may be written.
 */
export const letterSubject = ({ config }: Pick<Deps, 'config'>, year: string, { mailbox, donations }: Donor): string =>
  `${year}:${hashOf(JSON.stringify([config.publicationId, mailbox, donations]))}`;

/** Donors of whom no letter with these donations was written, by the outbox. */
export async function unwrittenOf(deps: DonationDeps, year: string, donors: readonly Donor[]): Promise<Donor[]> {
  const subjects = new Map(donors.filter(({ unreached }) => !unreached).map((donor) => [letterSubject(deps, year, donor), donor]));
  const rows = await deps.db.$queryRaw<{ subject: string }[]>`
    select subject from outbox where kind = 'donation-year' and subject = any(${[...subjects.keys()]}::text[])`;
  for (const { subject } of rows) subjects.delete(subject);
  return [...subjects.values()];
}

/** What is done with the letters of a year. */
const DONE = ['writeToDonors', 'takeBackLetters', 'takeDonorLetters'];

/** Who gave in a year, and how far they were written to of it. */
export async function readDonationYear(deps: DonationDeps & Pick<Deps, 'db'>, year: string): Promise<DeskDonationYear> {
  const { db, config, publication, clock } = deps;
  const published = publication.cached();
  const zone = timeZoneOf(published);
  const thisYear = dayIn(zone, clock()).slice(0, 4);
  const donors = await readGivers(deps, year);
  const unwritten = await unwrittenOf(deps, year, donors);
  const years = await db.$queryRaw<{ year: string }[]>`
    select distinct to_char(o.paid at time zone ${zone}, 'YYYY') as year from "order" o join order_line l on l.order_id = o.id and l.type = 'donation-item'
    where o.publication_id = ${config.publicationId} and ${isPaid} order by 1 desc`;
  const [waiting] = await db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from outbox where publication_id = ${config.publicationId} and kind = 'donation-year' and queued is null and subject like ${`${year}:%`}`;
  return {
    year,
    years: years.map((one) => one.year).filter((one) => one < thisYear),
    over: year < thisYear,
    charity: published.settings.charity ?? null,
    donors: donors.length,
    given: sumOf(donors),
    unwritten: unwritten.length,
    waiting: waiting?.count ?? 0,
    unreached: donors.filter(({ unreached }) => unreached).length,
    history: (await readHistory(deps, { subject: year, where: { verb: { in: DONE } } })).actions,
  };
}

export const sumOf = (donors: readonly Donor[]): number => donors.reduce((sum, { cents }) => sum + cents, 0);
