import type { Shipcode } from '@newsstand/contracts/shipcode';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { isOwed, isTokenOf } from '../terms/owes.ts';

type FreezeDeps = Pick<Deps, 'config' | 'clock'>;
type Wanted = { issue: number; shipcode: Shipcode };

/** Lines that one statement writes: a second of a busy machine, while the desk waits five for each. */
const SLICE = 10_000;

/**
 * Freezes and numbers what must be posted of an issue to a zone: the first list, empty or not; after it, where it is to
 * be `late`, one of those only who are on none yet, if there are any. Nothing goes to where copies come back from.
 * Whichever list is frozen takes the further copies that wait. Two who freeze at once do so one after the other.
 * Answers the list's part, null where there was nothing to freeze. Call it inside a transaction.
 */
export async function freezePostList(
  tx: Sql,
  { config, clock }: FreezeDeps,
  { issue, shipcode, late = false, slice = SLICE }: Wanted & { late?: boolean; slice?: number },
): Promise<number | null> {
  const publicationId = config.publicationId;
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`post:${publicationId}:${issue}:${shipcode}`}, 0))::text`;
  const wanted = { issue, shipcode };
  const before = await lastPart(tx, publicationId, wanted);
  if (before > 0 && !late) return null;
  await tx.$queryRaw`
    create temp table to_list (
      number int primary key, owner_id uuid, subscription_id uuid, copy uuid, copies int, name text, address jsonb
    ) on commit drop`;
  const labels = await numberLabels(tx, publicationId, wanted);
  const part = before === 0 || labels > 0 ? before + 1 : null;
  if (part !== null) {
    await tx.$queryRaw`
      insert into post_list (publication_id, issue, shipcode, part, frozen) values (${publicationId}, ${issue}::int, ${shipcode}, ${part}::int, ${clock()})`;
    for (let from = 1; from <= labels; from += slice) {
      await listLabels(tx, publicationId, { ...wanted, part }, { from, to: from + slice - 1 });
    }
  }
  await tx.$queryRaw`drop table to_list`;
  if (part !== null) await noteUnlisted(tx, publicationId, { ...wanted, part });
  return part;
}

async function lastPart(tx: Sql, publication: string, { issue, shipcode }: Wanted): Promise<number> {
  const [row] = await tx.$queryRaw<{ part: number }[]>`
    select coalesce(max(part), 0)::int as part from post_list
    where publication_id = ${publication} and issue = ${issue}::int and shipcode = ${shipcode}`;
  return row?.part ?? 0;
}

/**
 * Notes in `to_list` what is to be posted, as it is in one moment and as the post sorts; a number stays, whatever
 * becomes of name and address. Answers how many labels they are.
 */
async function numberLabels(tx: Sql, publication: string, { issue, shipcode }: Wanted): Promise<number> {
  const [row] = await tx.$queryRaw<{ labels: number }[]>`
    with unlisted as (
      select t.owner_id, t.subscription_id, a.name, a.address, s.copies
      from issue_token t
        join subscription s on s.publication_id = t.publication_id and s.owner_id = t.owner_id and s.id = t.subscription_id
        join owner_address a on a.publication_id = t.publication_id and a.owner_id = t.owner_id and a.shipcode = ${shipcode} and a.undeliverable is null
      where t.publication_id = ${publication} and t.issue = ${issue}::int and t.deliverable = 'print-' || ${shipcode} and ${isUnlisted}
    ),
    another as (
      select c.owner_id, c.subscription_id, c.id, c.copies, a.name, a.address
      from post_copy c join owner_address a on a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.shipcode = c.shipcode and a.undeliverable is null
      where c.publication_id = ${publication} and c.issue = ${issue}::int and c.shipcode = ${shipcode} and c.part is null
      for update of c
    ),
    numbered as (
      insert into to_list (number, owner_id, subscription_id, copy, copies, name, address)
      select row_number() over (order by address ->> 'country_code', address ->> 'postcode', name, owner_id, copy nulls first),
        owner_id, subscription_id, copy, copies, name, address
      from (
        select owner_id, subscription_id, name, address, copies, null::uuid as copy from unlisted
        union all select owner_id, subscription_id, name, address, copies, id from another
      ) posted
      returning number
    )
    select count(*)::int as labels from numbered`;
  return row?.labels ?? 0;
}

/** Puts some of the numbers on the list, each with how many issues its reader has left. */
async function listLabels(
  tx: Sql,
  publication: string,
  { issue, shipcode, part }: Wanted & { part: number },
  { from, to }: { from: number; to: number },
): Promise<void> {
  await tx.$queryRaw`
    with numbered as materialized (
      select *, (
        select case when count(*) filter (where s.term = 'lifetime') = 0 then count(t.ordinal)::int end
        from subscription s left join issue_token t on ${isTokenOf()} and ${isOwed}
        where s.publication_id = ${publication} and s.owner_id = posted.owner_id and s.cancelled is null
      ) as issues_left
      from to_list posted where number between ${from}::int and ${to}::int
    ),
    taken as (
      update post_copy c set part = ${part}::int, number = n.number, issues_left = n.issues_left, name = n.name, address = n.address
      from numbered n
      where (c.publication_id, c.owner_id, c.id) = (${publication}, n.owner_id, n.copy)
    )
    insert into post_line (publication_id, issue, shipcode, part, owner_id, subscription_id, name, address, copies, number, issues_left)
    select ${publication}, ${issue}::int, ${shipcode}, ${part}::int, n.owner_id, n.subscription_id, n.name, n.address, n.copies, n.number, n.issues_left
    from numbered n where n.copy is null`;
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
