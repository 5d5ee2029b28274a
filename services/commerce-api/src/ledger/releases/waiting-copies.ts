import { Address } from '@newsstand/contracts/address';
import { SHIPCODES, type Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { isPosted } from '../terms/owes.ts';
import { goodAtHome, whenGiven, zoneNow, type OfCopy } from '../terms/zone-now.ts';

const Addressee = v.object({ name: v.string(), address: Address });

/** SQL: the issue `w` that was given to somebody in print is on no list. */
export const isUnlisted = Prisma.sql`not exists (
  select from post_line l where l.publication_id = w.publication_id and l.issue = w.issue and l.owner_id = w.owner_id
)`;

const WAITS: OfCopy = {
  owner: Prisma.sql`waits.owner_id`,
  term: Prisma.sql`waits.subscription_id`,
  given: Prisma.sql`waits.given`,
  since: Prisma.sql`waits.since`,
};

const unlisted = (publication: string, which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select w.issue, w.owner_id, w.subscription_id, null::uuid as copy, s.copies, substr(w.deliverable, 7) as given, w.delivered as since
  from issue_token w join subscription s on (s.publication_id, s.owner_id, s.id) = (w.publication_id, w.owner_id, w.subscription_id)
  where w.publication_id = ${publication} and w.deliverable in ('print-a', 'print-b', 'print-c') and ${which} and ${isUnlisted}
  union all
  select w.issue, w.owner_id, w.subscription_id, w.id, w.copies, w.shipcode, ${whenGiven('w', Prisma.sql`w.asked`)}
  from post_copy w where w.publication_id = ${publication} and w.part is null and ${which}`;

const PLACED = Prisma.sql`select issue, owner_id, subscription_id, copy, copies, shipcode from placed`;

/**
 * SQL: copies that are on no list yet, of those tokens and further copies `w` that are `which`, of a few owners:
 * readers' own, and with the id of a further `copy` what is posted again. `shipcode`: where they go by now.
 */
export const waitingCopies = (publication: string, which: Prisma.Sql): Prisma.Sql => Prisma.sql`
  with waits as materialized (${unlisted(publication, which)}),
  placed as materialized (select waits.*, ${zoneNow(publication, WAITS)} as shipcode from waits)
  ${PLACED}`;

/**
 * SQL: the same of an issue, all of which waits before its first lists are made: where it goes is looked up of those
 * few alone who have a subscription of another zone, or no good address in their copy's own.
 */
export const waitingOfIssue = (publication: string, issue: number): Prisma.Sql => Prisma.sql`
  with waits as materialized (${unlisted(publication, Prisma.sql`w.issue = ${issue}::int`)}),
  moving as materialized (
    select waits.owner_id from waits join subscription s on s.publication_id = ${publication} and s.owner_id = waits.owner_id
    where ${isPosted} and s.cancelled is null and s.active_deliverable <> 'print-' || waits.given
    union
    select waits.owner_id from waits where not exists (${goodAtHome(publication, WAITS)})
  ),
  placed as materialized (
    select waits.*, case when moving.owner_id is null then waits.given else ${zoneNow(publication, WAITS)} end as shipcode
    from waits left join moving on moving.owner_id = waits.owner_id
  )
  ${PLACED}`;

/** SQL: joins the good address of a zone, if there is one, as `a` to what waits, as `w`. */
export const whereItGoes = (publication: string): Prisma.Sql => Prisma.sql`owner_address a
  on a.publication_id = ${publication} and a.owner_id = w.owner_id and a.shipcode = w.shipcode and a.undeliverable is null`;

/** SQL: lists were made of the issue and zone of what waits, as `w`. */
export const hasLists = (publication: string): Prisma.Sql => Prisma.sql`exists (
  select from post_list l where l.publication_id = ${publication} and l.issue = w.issue and l.shipcode = w.shipcode and l.part = 1
)`;

/** SQL: the few owners of whom lists have left something out, or to whom a further copy is to be posted. */
export const leftOut = (publication: string): Prisma.Sql => Prisma.sql`
  select owner_id from issue_token where publication_id = ${publication} and unlisted
  union select owner_id from post_copy where publication_id = ${publication} and part is null`;

/**
 * SQL: what would be on the next late list of each `issue` of which lists were made, as rows with their `copies`. Most
 * of those who were left out still have no good address, so that each of them is looked up once, whatever they miss.
 */
export const lateCopies = (publication: string): Prisma.Sql => Prisma.sql`
  with able as materialized (
    select owner_id from (${leftOut(publication)}) left_out where exists (
      select from owner_address a where a.publication_id = ${publication} and a.owner_id = left_out.owner_id and a.undeliverable is null
    )
  )
  select w.issue, w.copies from (${waitingCopies(publication, Prisma.sql`w.owner_id in (select owner_id from able)`)}) w
    join ${whereItGoes(publication)}
  where ${hasLists(publication)}`;

/** Issues of which a copy of this owner waits for the next late list, of a zone or of any, the oldest first. */
export async function issuesThatWait(
  sql: Sql,
  { config }: Pick<Deps, 'config'>,
  { owner, shipcode }: { owner: string; shipcode: Shipcode | null },
): Promise<number[]> {
  const publication = config.publicationId;
  const rows = await sql.$queryRaw<{ issue: number }[]>`
    select distinct w.issue from (${waitingCopies(publication, Prisma.sql`w.owner_id = ${owner}::uuid`)}) w
    where (${shipcode}::text is null or w.shipcode = ${shipcode}) and ${hasLists(publication)} order by w.issue`;
  return rows.map(({ issue }) => issue);
}

/**
 * What of an issue is on no list yet, by zone: `late` have an address there by now, `held` one that copies come back
 * from, and `without` have none.
 */
export type Waiting = { shipcode: Shipcode; late: number; held: number; without: number };

export async function countWaiting(sql: Sql, { config }: Pick<Deps, 'config'>, issue: number): Promise<Waiting[]> {
  const publication = config.publicationId;
  const rows = await sql.$queryRaw<Waiting[]>`
    select w.shipcode, count(a.owner_id) filter (where a.undeliverable is null)::int as late, count(a.undeliverable)::int as held,
      count(*)::int - count(a.owner_id)::int as without
    from (${waitingOfIssue(publication, issue)}) w
    left join owner_address a on a.publication_id = ${publication} and a.owner_id = w.owner_id and a.shipcode = w.shipcode
    group by w.shipcode`;
  return SHIPCODES.map((shipcode) => rows.find((row) => row.shipcode === shipcode) ?? { shipcode, late: 0, held: 0, without: 0 });
}

/** To whom and where a further copy goes that waits; null where no address is known, or copies come back from it. */
export async function addressOfCopy(
  sql: Sql,
  { config }: Pick<Deps, 'config'>,
  { owner, copy }: { owner: string; copy: string },
): Promise<{ name: string; address: Address } | null> {
  const publication = config.publicationId;
  const rows = await sql.$queryRaw`
    select a.name, a.address from (${waitingCopies(publication, Prisma.sql`w.owner_id = ${owner}::uuid`)}) w
      join ${whereItGoes(publication)} where w.copy = ${copy}::uuid`;
  return v.parse(v.array(Addressee), rows)[0] ?? null;
}

/** Whether a copy that comes back now has a good address to go to. */
export async function hasWhereToGo(
  sql: Sql,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { owner, subscription, shipcode }: { owner: string; subscription: string | null; shipcode: Shipcode },
): Promise<boolean> {
  const publication = config.publicationId;
  const copy = {
    owner: Prisma.sql`${owner}::uuid`,
    term: Prisma.sql`${subscription}::uuid`,
    given: Prisma.sql`${shipcode}`,
    since: Prisma.sql`${clock()}::timestamptz`,
  };
  const found = await sql.$queryRaw<unknown[]>`
    select 1 from owner_address a where a.publication_id = ${publication} and a.owner_id = ${owner}::uuid and a.undeliverable is null
      and a.shipcode = ${zoneNow(publication, copy)}`;
  return found.length > 0;
}
