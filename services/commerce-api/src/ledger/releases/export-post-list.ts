import { Address } from '@newsstand/contracts/address';
import type { Shipcode } from '@newsstand/contracts/shipcode';
import * as v from 'valibot';
import { StaffRefusal } from '../../platform/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { postCsv } from '../../rules/subscriptions/post-list-rules.ts';

/** A list as it was frozen, as CSV: `part` 1 is the first, 2 and on hold what was late for those before. */
type List = { part: number; csv: string; copies: number };
/**
 * `lists` in their order. Of the readers who are owed a copy and are on none of them, `late` have an address of that zone by now, and `without`
 * have none; of another copy that the desk sends, it is counted alike.
 */
export type PostExport = { lists: List[]; late: number; without: number };
type ExportDeps = Pick<Deps, 'db' | 'config' | 'clock'>;
type Wanted = { issue: number; shipcode: Shipcode; late?: boolean };

/**
 * What must be posted of an issue to a zone, as CSV. Exporting freezes it: the same lists come out ever after, whatever address changes
 * meanwhile, so that nobody is posted two copies. With `late`, who named an address after that is put on a further list, frozen like the first. Whichever list
 * is frozen takes the further copies that wait.
 * Refuses (409) an issue that is not released to everybody yet.
 */
export async function exportPostList(deps: ExportDeps, wanted: Wanted): Promise<PostExport> {
  const { db, config } = deps;
  const { issue, shipcode } = wanted;
  const publicationId = config.publicationId;
  const released = await db.release.count({ where: { publicationId, issue, completed: { not: null } } });
  if (released === 0) throw new StaffRefusal(`Issue ${issue} is not released to everybody yet.`);
  await freeze(deps, wanted);
  const lists = await db.postList.findMany({
    where: { publicationId, issue, shipcode },
    orderBy: { part: 'asc' },
    include: { lines: { orderBy: [{ name: 'asc' }, { ownerId: 'asc' }] }, again: { orderBy: [{ name: 'asc' }, { id: 'asc' }] } },
  });
  return {
    lists: lists.map(({ part, lines, again }) => {
      const posted = [...lines, ...again];
      return {
        part,
        csv: postCsv(posted.map(({ name, address, copies }) => ({ name: name ?? '', address: v.parse(Address, address), copies }))),
        copies: posted.reduce((sum, { copies }) => sum + copies, 0),
      };
    }),
    ...(await countUnlisted(deps, wanted)),
  };
}

/** The first list, empty or not; after it only those who are on none yet, where there are any. Two who export at once do so one after the other. */
async function freeze({ db, config, clock }: ExportDeps, { issue, shipcode, late = false }: Wanted): Promise<void> {
  const publicationId = config.publicationId;
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`select pg_advisory_xact_lock(hashtextextended(${`post:${publicationId}:${issue}:${shipcode}`}, 0))::text`;
    await tx.$executeRaw`
      with unlisted as (
        select t.owner_id, t.subscription_id, a.name, a.address, s.copies
        from issue_token t
          join subscription s on s.publication_id = t.publication_id and s.owner_id = t.owner_id and s.id = t.subscription_id
          join owner_address a on a.publication_id = t.publication_id and a.owner_id = t.owner_id and a.shipcode = ${shipcode}
        where t.publication_id = ${publicationId} and t.issue = ${issue}::int and t.deliverable = 'print-' || ${shipcode} and not exists (
          select from post_line l where l.publication_id = t.publication_id and l.issue = t.issue and l.owner_id = t.owner_id
        )
      ),
      another as (
        select c.publication_id, c.owner_id, c.id, a.name, a.address
        from post_copy c join owner_address a on a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.shipcode = c.shipcode
        where c.publication_id = ${publicationId} and c.issue = ${issue}::int and c.shipcode = ${shipcode} and c.part is null
        for update of c
      ),
      before as (
        select coalesce(max(part), 0) as part from post_list
        where publication_id = ${publicationId} and issue = ${issue}::int and shipcode = ${shipcode}
      ),
      frozen as (
        insert into post_list (publication_id, issue, shipcode, part, frozen)
        select ${publicationId}, ${issue}::int, ${shipcode}, before.part + 1, ${clock()} from before
        where before.part = 0 or (${late}::boolean and (exists (select from unlisted) or exists (select from another)))
        returning part
      ),
      taken as (
        update post_copy c set part = frozen.part, name = another.name, address = another.address from frozen, another
        where (c.publication_id, c.owner_id, c.id) = (another.publication_id, another.owner_id, another.id)
      )
      insert into post_line (publication_id, issue, shipcode, part, owner_id, subscription_id, name, address, copies)
      select ${publicationId}, ${issue}::int, ${shipcode}, frozen.part, u.owner_id, u.subscription_id, u.name, u.address, u.copies
      from frozen, unlisted u`;
  });
}

async function countUnlisted({ db, config }: ExportDeps, { issue, shipcode }: Wanted): Promise<Pick<PostExport, 'late' | 'without'>> {
  const [row] = await db.$queryRaw<{ late: number; without: number }[]>`
    select count(a.owner_id)::int as late, count(*)::int - count(a.owner_id)::int as without
    from (
      select t.owner_id from issue_token t
      where t.publication_id = ${config.publicationId} and t.issue = ${issue}::int and t.deliverable = 'print-' || ${shipcode} and not exists (
        select from post_line l where l.publication_id = t.publication_id and l.issue = t.issue and l.owner_id = t.owner_id
      )
      union all select c.owner_id from post_copy c
      where c.publication_id = ${config.publicationId} and c.issue = ${issue}::int and c.shipcode = ${shipcode} and c.part is null
    ) w left join owner_address a on a.publication_id = ${config.publicationId} and a.owner_id = w.owner_id and a.shipcode = ${shipcode}`;
  return row ?? { late: 0, without: 0 };
}
