import { DeskIssue, isGiven, IssueFile, IssueState, ListedIssue, UploadFormat, type DeskIssues } from '@newsstand/contracts/desk-issues';
import * as v from 'valibot';
import { Prisma } from '../../../generated/prisma/client.ts';
import { lateCopies } from '../../ledger/releases/waiting-copies.ts';
import { issueBefore } from '../../ledger/releases/far-from-plan.ts';
import { CALENDAR } from '../../ledger/releases/release-due.ts';
import { dueForIssue } from '../../ledger/releases/run-release.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/secrets.ts';
import type { Deps } from '../../publication/deps.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { mayBeTakenBack } from '../read-history.ts';
import { notWithdrawn } from '../../publication/withdrawn.ts';
import { isFrom } from '../../ledger/terms/source-parts.ts';
import { isOwed, isTokenOf } from '../../ledger/terms/owes.ts';

type IssueDeps = Pick<Deps, 'clock' | 'config'> & { db: Sql };

const Row = v.object({ ...v.omit(ListedIssue, ['state', 'at']).entries, state: IssueState, at: v.nullable(v.date()) });

/** SQL: issues `i` with their release `r` and plan `p`. */
const issues = (publication: string, where: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select i.number, i.title, to_char(i.released, 'YYYY-MM-DD') as day, case
      when r.completed is not null then 'out' when r.issue is not null then 'begun' when p.held then 'held' when p.issue is not null then 'planned' else 'coming' end as state,
    coalesce(r.released, case when not p.held then p.at end) as at, coalesce(p.on_sale and not p.held and r.issue is null, false) as on_sale,
    -- Whoever holds it is an action; without one it is held by itself.
    coalesce(p.held and p.action is null and r.issue is null, false) as far,
    array(select f.format from (values ('pdf'), ('epub')) f (format) where not i.files ? f.format and not exists (
      select from issue_upload u where u.publication_id = i.publication_id and u.issue = i.number and u.format = f.format and u.replaced is null)) as made,
    -- Those before it, of a magazine that is older than its lists, ask for none any more.
    coalesce(r.completed is not null and r.issue = (select max(n.issue) from release n where n.publication_id = i.publication_id and n.completed is not null)
      and not exists (select from post_list l where l.publication_id = i.publication_id and l.issue = i.number)
      -- Where nothing is posted nobody's issues are gone through for it.
      and exists (select from owner_address d where d.publication_id = i.publication_id)
      and exists (select from issue_token t where t.publication_id = i.publication_id and t.issue = i.number and t.deliverable in ('print-a', 'print-b', 'print-c')), false) as lists_due,
    coalesce(late.copies, 0) as late
  from issue i left join (select issue, sum(copies)::int as copies from (${lateCopies(publication)}) waiting group by issue) late on late.issue = i.number
  left join release r on r.publication_id = i.publication_id and r.issue = i.number
  left join release_plan p on p.publication_id = i.publication_id and p.issue = i.number
  where i.publication_id = ${publication} and ${notWithdrawn} and ${where} order by i.number desc`;

async function readRows(db: Sql, publication: string, where: Prisma.Sql): Promise<ListedIssue[]> {
  const rows = v.parse(v.array(Row), await db.$queryRaw(issues(publication, where)));
  return rows.map((row) => ({ ...row, at: row.at && row.at.toISOString() }));
}

/** Every number, the newest first. */
export async function readDeskIssues({ db, config }: IssueDeps): Promise<DeskIssues> {
  return { issues: await readRows(db, config.publicationId, Prisma.sql`true`) };
}

const Counted = v.object({
  ...v.pick(DeskIssue, ['counts', 'without_address', 'held', 'last', 'renew', 'lifetimes', 'lists', 'completed', 'given']).entries,
});

/**
 * One number and who will be given it, counted by the statement that will give it; of one that has begun, who was.
 * Refuses (404) one that there is none of.
 */
export async function readDeskIssue({ db, clock, config }: IssueDeps, number: number): Promise<DeskIssue> {
  const publication = config.publicationId;
  const [issue] = await readRows(db, publication, Prisma.sql`i.number = ${number}::int`);
  if (!issue) throw new Refusal(404, deskText('no_such_issue'));
  const isBegun = isGiven(issue.state);
  const who = isBegun ? given(publication, number) : Prisma.sql`${dueForIssue({ publication, issue: number, at: clock() })}`;
  // Of one that has begun it is counted already.
  const ends = Prisma.sql`(d.term <> 'lifetime' and l.owner_id is null and coalesce(d.left, 0) <= ${isBegun ? 0 : 1}::int)`;
  const [row] = await db.$queryRaw<{ counted: unknown }[]>`
    with ${who},
    before as (${issueBefore(publication, number)}),
    for_life as materialized (
      select distinct owner_id from subscription where publication_id = ${publication} and term = 'lifetime' and cancelled is null
    ),
    -- Everybody is looked at once, and counted by how it comes to them.
    counts as materialized (
      select d.active_deliverable as deliverable, count(*)::int as readers, sum(d.copies)::int as copies,
        coalesce(sum(d.copies) filter (where ${isFrom('comp', 'd')}), 0)::int as free,
        count(*) filter (where d.term = 'lifetime')::int as lifetimes,
        count(*) filter (where d.active_deliverable <> 'digital' and a.owner_id is null)::int as without_address,
        count(*) filter (where a.undeliverable is not null)::int as held,
        count(*) filter (where ${ends})::int as last,
        count(*) filter (where ${ends} and r.id is not null)::int as renew
      from due d left join owner_address a on a.publication_id = ${publication} and a.owner_id = d.owner_id and 'print-' || a.shipcode = d.active_deliverable
        left join for_life l on l.owner_id = d.owner_id
        left join account r on r.id = d.owner_id and r.autorenew_since is not null
      group by d.active_deliverable
    ),
    sums as (
      select coalesce(sum(without_address), 0)::int as without_address, coalesce(sum(held), 0)::int as held, coalesce(sum(last), 0)::int as last,
        coalesce(sum(renew), 0)::int as renew, coalesce(sum(lifetimes), 0)::int as lifetimes from counts
    )
    select json_build_object(
      'counts', (select coalesce(json_agg(json_build_object('deliverable', deliverable, 'readers', coalesce(c.readers, 0), 'copies', coalesce(c.copies, 0),
          'free', coalesce(c.free, 0), 'before', coalesce(b.readers, 0), 'copies_before', coalesce(b.copies, 0)) order by deliverable), '[]')
        from counts c full join before b using (deliverable)),
      'completed', (select to_json(r.completed) from release r where r.publication_id = ${publication} and r.issue = ${number}::int),
      'given', (select coalesce(json_agg(json_build_object('format', g.format, 'from', g."from", 'size', f.size, 'by', coalesce(s.name, ''), 'uploaded', to_json(u.uploaded))
          order by array_position(array['pdf', 'epub', 'cover'], g.format)), '[]')
        from release r cross join jsonb_to_recordset(coalesce(r.files, '[]')) as g (format text, "from" text, action uuid)
          left join issue_upload u on u.publication_id = r.publication_id and u.action = g.action
          left join file f on f.publication_id = u.publication_id and f.hash = u.hash
          left join staff_action a on a.id = g.action left join staff s on s.id = a.staff_id
        where r.publication_id = ${publication} and r.issue = ${number}::int),
      'without_address', sums.without_address, 'held', sums.held, 'last', sums.last, 'renew', sums.renew, 'lifetimes', sums.lifetimes,
      'lists', (select coalesce(json_agg(json_build_object('shipcode', l.shipcode, 'part', l.part, 'frozen', to_json(l.frozen),
          'copies', (select coalesce(sum(x.copies), 0) from post_line x where (x.publication_id, x.issue, x.shipcode, x.part) = (l.publication_id, l.issue, l.shipcode, l.part))
            + (select coalesce(sum(c.copies), 0) from post_copy c where (c.publication_id, c.issue, c.shipcode, c.part) = (l.publication_id, l.issue, l.shipcode, l.part))
        ) order by l.shipcode, l.part), '[]') from post_list l where l.publication_id = ${publication} and l.issue = ${number}::int)
    ) as counted from sums`;
  const counted = v.parse(Counted, row?.counted);
  const files = await readFiles({ db, clock, config }, issue);
  const completed = counted.completed && new Date(counted.completed).toISOString();
  return {
    ...issue,
    ...counted,
    completed,
    given: counted.given.map((file) => ({ ...file, uploaded: file.uploaded && new Date(file.uploaded).toISOString() })),
    files,
    protocol: await readProtocol({ db, config }, number),
    version: versionOf(issue, counted.counts),
  };
}

const Done = v.object({ at: v.date(), who: v.string(), verb: v.string(), subject: v.string() });

/**
 * Who planned and stopped it, gave it out in a shell, and made its lists; of labels it says so as well. What came out
 * by its own day, with nobody's plan, is the calendar's.
 */
async function readProtocol({ db, config }: Pick<IssueDeps, 'db' | 'config'>, number: number): Promise<DeskIssue['protocol']> {
  const rows = v.parse(
    v.array(Done),
    await db.$queryRaw`
    with done as (
      select a.at, coalesce(s.name, a.program, '') as who, a.verb, a.subject, a.id from staff_action a left join staff s on s.id = a.staff_id
      where a.publication_id = ${config.publicationId}
        -- As the index of what is done to issues says it.
        and a.verb in ('planRelease', 'stopRelease', 'releaseIssue', 'makePostLists', 'exportLabels') and (
        (a.verb in ('planRelease', 'stopRelease') and a.subject = ${String(number)})
        or (a.verb in ('releaseIssue', 'makePostLists', 'exportLabels') and a.subject ~ ${`^issue ${number}\\M`}))
    )
    select at, who, verb, subject from (
      select * from done
      union all select p.updated, ${CALENDAR}, 'planRelease', ${String(number)}, null from release_plan p
        where p.publication_id = ${config.publicationId} and p.issue = ${number}::int and p.action is null and not p.held
      union all select r.released, ${CALENDAR}, 'releaseIssue', ${`issue ${number}`}, null from release r
        left join release_plan p on p.publication_id = r.publication_id and p.issue = r.issue
        where r.publication_id = ${config.publicationId} and r.issue = ${number}::int and p.action is null
          and not exists (select from done where verb = 'releaseIssue')
    ) all_of_it order by at, id nulls first limit 200`,
  );
  return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }));
}

const Uploaded = v.object({
  ...v.pick(IssueFile, ['format', 'version', 'size', 'width', 'height', 'alt', 'by']).entries,
  uploaded: v.date(),
  action: v.string(),
});

/** Where each of its files comes from. */
async function readFiles({ db, config, clock }: IssueDeps, { number, made }: ListedIssue): Promise<IssueFile[]> {
  const rows = v.parse(
    v.array(Uploaded),
    await db.$queryRaw`
    select u.format, u.hash as version, f.size, f.width, f.height, u.alt, u.uploaded, u.action, s.name as by
    from issue_upload u join file f on f.publication_id = u.publication_id and f.hash = u.hash
    join staff_action a on a.id = u.action join staff s on s.id = a.staff_id
    where u.publication_id = ${config.publicationId} and u.issue = ${number}::int and u.replaced is null`,
  );
  const actions = await db.$queryRaw<ActionRow[]>`
    select id, verb, "from", "to", at, undoes from staff_action where id = any(${rows.map(({ action }) => action)}::uuid[])`;
  const undone = new Set(actions.filter((action) => mayBeTakenBack(action, clock())).map(({ id }) => id));
  return UploadFormat.options.map((format): IssueFile => {
    const row = rows.find((one) => one.format === format);
    const none = { version: '', size: null, width: null, height: null, alt: '', by: '', uploaded: null, undo: null };
    if (!row) return { format, from: made.includes(format) ? 'texts' : 'folder', ...none };
    const { action, uploaded, ...file } = row;
    return { ...file, from: 'desk', uploaded: uploaded.toISOString(), undo: undone.has(action) ? action : null };
  });
}
type ActionRow = Parameters<typeof mayBeTakenBack>[0] & { id: string };

/**
 * SQL: `due` of an issue that has begun: the terms that gave it, and how many issues their owners have `left` after it.
 */
const given = (publication: string, issue: number): Prisma.Sql => Prisma.sql`
  -- Each of them once, and not owner by owner: of 100,000 readers that took longer than a statement of the desk may.
  open as materialized (
    select t.owner_id, count(*)::int as left from issue_token t join subscription s on ${isTokenOf()}
    where t.publication_id = ${publication} and ${isOwed} and s.cancelled is null group by t.owner_id
  ),
  due as (
    select s.owner_id, s.id, s.term, t.deliverable as active_deliverable, s.copies, s.source, o.left
    from issue_token t join subscription s on (s.publication_id, s.owner_id, s.id) = (t.publication_id, t.owner_id, t.subscription_id)
      left join open o on o.owner_id = s.owner_id
    where t.publication_id = ${publication} and t.issue = ${issue}::int
  )`;

/** What tells one preview from another: whether somebody planned or held it meanwhile, and who gets it. */
function versionOf({ state, at, on_sale }: ListedIssue, counts: DeskIssue['counts']): string {
  const readers = counts.map(({ deliverable, readers: count, copies }) => [deliverable, count, copies]);
  return [[state, at, on_sale], readers].map((part) => hashOf(JSON.stringify(part))).join('.');
}

/** Whether it was planned or held between two versions of it: else only its numbers are others. */
export const isPlannedAnew = (seen: string, now: string): boolean => seen.split('.')[0] !== now.split('.')[0];
