import type { Shipcode } from '@newsstand/contracts/shipcode';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';

type FreezeDeps = Pick<Deps, 'config' | 'clock'>;
type Wanted = { issue: number; shipcode: Shipcode };

/**
 * Freezes and numbers what must be posted of an issue to a zone: the first list, empty or not; after it, where it is to
 * be `late`, one of those only who are on none yet, if there are any. Nothing goes to where copies come back from.
 * Whichever list is frozen takes the further copies that wait. Two who freeze at once do so one after the other.
 * Answers the list's part, null where there was nothing to freeze. Call it inside a transaction.
 */
export async function freezePostList(
  tx: Sql,
  { config, clock }: FreezeDeps,
  { issue, shipcode, late = false }: Wanted & { late?: boolean },
): Promise<number | null> {
  const publicationId = config.publicationId;
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`post:${publicationId}:${issue}:${shipcode}`}, 0))::text`;
  const [row] = await tx.$queryRaw<{ part: number }[]>`
    with unlisted as (
      select t.owner_id, t.subscription_id, a.name, a.address, s.copies
      from issue_token t
        join subscription s on s.publication_id = t.publication_id and s.owner_id = t.owner_id and s.id = t.subscription_id
        join owner_address a on a.publication_id = t.publication_id and a.owner_id = t.owner_id and a.shipcode = ${shipcode} and a.undeliverable is null
      where t.publication_id = ${publicationId} and t.issue = ${issue}::int and t.deliverable = 'print-' || ${shipcode} and ${isUnlisted}
    ),
    another as (
      select c.owner_id, c.subscription_id, c.id, c.copies, a.name, a.address
      from post_copy c join owner_address a on a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.shipcode = c.shipcode and a.undeliverable is null
      where c.publication_id = ${publicationId} and c.issue = ${issue}::int and c.shipcode = ${shipcode} and c.part is null
      for update of c
    ),
    -- As the post sorts; the number stays, whatever becomes of name and address.
    numbered as (
      select *, row_number() over (order by address ->> 'country_code', address ->> 'postcode', name, owner_id, copy nulls first)::int as number, (
        select case when count(*) filter (where s.term = 'lifetime') = 0 then count(t.ordinal)::int end
        from subscription s left join issue_token t
          on (t.publication_id, t.owner_id, t.subscription_id) = (s.publication_id, s.owner_id, s.id) and t.issue is null
        where s.publication_id = ${publicationId} and s.owner_id = posted.owner_id and s.cancelled is null
      ) as issues_left
      from (
        select owner_id, subscription_id, name, address, copies, null::uuid as copy from unlisted
        union all select owner_id, subscription_id, name, address, copies, id from another
      ) posted
    ),
    before as (
      select coalesce(max(part), 0) as part from post_list
      where publication_id = ${publicationId} and issue = ${issue}::int and shipcode = ${shipcode}
    ),
    frozen as (
      insert into post_list (publication_id, issue, shipcode, part, frozen)
      select ${publicationId}, ${issue}::int, ${shipcode}, before.part + 1, ${clock()} from before
      where before.part = 0 or (${late}::boolean and exists (select from numbered))
      returning part
    ),
    taken as (
      update post_copy c set part = frozen.part, number = n.number, issues_left = n.issues_left, name = n.name, address = n.address
      from frozen, numbered n
      where (c.publication_id, c.owner_id, c.id) = (${publicationId}, n.owner_id, n.copy)
    ),
    listed as (
      insert into post_line (publication_id, issue, shipcode, part, owner_id, subscription_id, name, address, copies, number, issues_left)
      select ${publicationId}, ${issue}::int, ${shipcode}, frozen.part, n.owner_id, n.subscription_id, n.name, n.address, n.copies, n.number, n.issues_left
      from frozen, numbered n where n.copy is null
    )
    select part from frozen`;
  if (row) await noteUnlisted(tx, publicationId, { issue, shipcode, part: row.part });
  return row?.part ?? null;
}

/**
 * Whom the lists left out, some in a hundred, so that nobody looks for them among all again: the first list leaves them
 * out, and later ones have some of them.
 */
async function noteUnlisted(tx: Sql, publication: string, { issue, shipcode, part }: Wanted & { part: number }): Promise<void> {
  // Of a list that was made this moment the database thinks that it is empty, and read it for each of those anew.
  if (part === 1) await tx.$queryRaw`analyze (skip_locked) post_line (publication_id, issue, owner_id)`;
  const posted = Prisma.sql`t.publication_id = ${publication} and t.issue = ${issue}::int and t.deliverable = 'print-' || ${shipcode}`;
  if (part === 1) await tx.$queryRaw`update issue_token t set unlisted = true where ${posted} and not t.unlisted and ${isUnlisted}`;
  await tx.$queryRaw`update issue_token t set unlisted = false where ${posted} and t.unlisted and not (${isUnlisted})`;
}

/**
 * SQL: what would be on the next late list of each `issue` of which lists were made, as rows with their `copies`. Most
 * of those who were left out still have no good address, so that each of them is looked up once, whatever they miss.
 */
export const lateCopies = (publication: string): Prisma.Sql => Prisma.sql`
  with able as materialized (
    select w.owner_id, w.deliverable, a.shipcode
    from (select distinct owner_id, deliverable from issue_token where publication_id = ${publication} and unlisted) w
      join owner_address a on (a.publication_id, a.owner_id, a.shipcode) = (${publication}, w.owner_id, substr(w.deliverable, 7)) and a.undeliverable is null
  )
  select t.issue, s.copies
  from able join issue_token t on (t.publication_id, t.owner_id, t.deliverable) = (${publication}, able.owner_id, able.deliverable) and t.unlisted
    join subscription s on (s.publication_id, s.owner_id, s.id) = (t.publication_id, t.owner_id, t.subscription_id)
  where ${isUnlisted} and exists (select from post_list l where (l.publication_id, l.issue, l.shipcode) = (t.publication_id, t.issue, able.shipcode))
  union all select c.issue, c.copies
  from post_copy c join owner_address a on (a.publication_id, a.owner_id, a.shipcode) = (c.publication_id, c.owner_id, c.shipcode) and a.undeliverable is null
  where c.publication_id = ${publication} and c.part is null
    and exists (select from post_list l where (l.publication_id, l.issue, l.shipcode) = (c.publication_id, c.issue, c.shipcode))`;

/** SQL: the issue `t` that was given to somebody is on no list yet. */
const isUnlisted = Prisma.sql`not exists (
  select from post_line l where l.publication_id = t.publication_id and l.issue = t.issue and l.owner_id = t.owner_id
)`;

/**
 * SQL: what is owed to `owner_id` of an issue in print of a zone, and is on no list yet: their own copy, or another
 * one.
 */
export const unlisted = (publication: string, { issue, shipcode }: Wanted): Prisma.Sql => Prisma.sql`
  select t.owner_id from issue_token t
  where t.publication_id = ${publication} and t.issue = ${issue}::int and t.deliverable = 'print-' || ${shipcode} and ${isUnlisted}
  union all select c.owner_id from post_copy c
  where c.publication_id = ${publication} and c.issue = ${issue}::int and c.shipcode = ${shipcode} and c.part is null`;

/**
 * What is on no list yet: `late` have an address of the zone by now, `held` one that copies come back from, and
 * `without` have none.
 */
type Unlisted = { late: number; held: number; without: number };

export async function countUnlisted(sql: Sql, { config }: Pick<Deps, 'config'>, wanted: Wanted): Promise<Unlisted> {
  const publication = config.publicationId;
  const [row] = await sql.$queryRaw<Unlisted[]>`
    select count(a.owner_id) filter (where a.undeliverable is null)::int as late, count(a.undeliverable)::int as held,
      count(*)::int - count(a.owner_id)::int as without
    from (${unlisted(publication, wanted)}) w
    left join owner_address a on a.publication_id = ${publication} and a.owner_id = w.owner_id and a.shipcode = ${wanted.shipcode}`;
  return row ?? { late: 0, held: 0, without: 0 };
}
