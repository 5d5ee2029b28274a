import type { Shipcode } from '@newsstand/contracts/shipcode';
import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { isOwed, isTokenOf } from '../terms/owes.ts';
import { isUnlisted, waitingOfIssue, whereItGoes } from './waiting-copies.ts';

type FreezeDeps = Pick<Deps, 'config' | 'clock'>;
type Wanted = { issue: number; shipcode: Shipcode };

/** Lines that one statement writes: a second of a busy machine, while the desk waits five for each. */
const SLICE = 10_000;

/**
 * Freezes and numbers what must be posted of an issue to a zone: the first list, empty or not; after it, where it is to
 * be `late`, one of those only who are on none yet, if there are any. Nothing goes to where copies come back from.
 * Whichever list is frozen takes the further copies that wait. Two who freeze lists of an issue at once do so one after
 * the other, whatever their zones: what waits may come to another zone between them.
 * Answers the list's part, null where there was nothing to freeze. Call it inside a transaction.
 */
export async function freezePostList(
  tx: Sql,
  { config, clock }: FreezeDeps,
  { issue, shipcode, late = false, slice = SLICE }: Wanted & { late?: boolean; slice?: number },
): Promise<number | null> {
  const publicationId = config.publicationId;
  await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`post:${publicationId}:${issue}`}, 0))::text`;
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
    with held as materialized (
      select c.id from post_copy c where c.publication_id = ${publication} and c.issue = ${issue}::int and c.part is null for update
    ),
    numbered as (
      insert into to_list (number, owner_id, subscription_id, copy, copies, name, address)
      select row_number() over (order by a.address ->> 'country_code', a.address ->> 'postcode', a.name, w.owner_id, w.copy nulls first),
        w.owner_id, w.subscription_id, w.copy, w.copies, a.name, a.address
      from (${waitingOfIssue(publication, issue)}) w join ${whereItGoes(publication)}
      where w.shipcode = ${shipcode} and (w.copy is null or w.copy in (select id from held))
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
      update post_copy c set shipcode = ${shipcode}, part = ${part}::int, number = n.number, issues_left = n.issues_left, name = n.name, address = n.address
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
  const given = Prisma.sql`w.publication_id = ${publication} and w.issue = ${issue}::int`;
  if (part === 1)
    await tx.$queryRaw`update issue_token w set unlisted = true where ${given} and w.deliverable = 'print-' || ${shipcode} and not w.unlisted and ${isUnlisted}`;
  // Also what was given in another zone.
  await tx.$queryRaw`update issue_token w set unlisted = false where ${given} and w.unlisted and not (${isUnlisted})`;
}
