import { setTimeout } from 'node:timers/promises';
import { Prisma } from '../../../generated/prisma/client.ts';
import { INTO_OUTBOX } from '../../letters/post-letter.ts';
import { type Begin, plainly } from '../../platform/db/begin-transaction.ts';
import { breaksRule, type Sql } from '../../platform/db/sql.ts';
import { MINUTE } from '../../platform/duration.ts';
import { StaffRefusal } from '../../platform/http/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { putOut, sellIssues } from '../../publication/sell-issues.ts';
import { planRenewals } from '../planned-charges/follow-autorenew.ts';
import { notWithdrawn } from '../../publication/withdrawn.ts';
import { dayIn, outBy, timeZoneOf } from '../../publication/publication-day.ts';
import { isOwed, isOwedInOrder } from '../terms/owes.ts';

export type Released = { issue: number; delivered: number };
export type ReleaseDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>;

/** Owners that one transaction goes through: short enough that nobody who pays meanwhile waits for it. */
const BATCH = 500;
/** Whoever runs it too waits inside a transaction for the batches of the others. */
const PATIENCE = MINUTE;

/**
 * Assigns an issue to every token that is due for it, once (`releaseIssue` of the tests' oracle is the same for one
 * owner). However many run it, and wherever it was killed, it goes on behind the last owner who was served, and judges
 * everybody as of its beginning. Whose last issue this is, and whose autorenew is on, is told when the next cycle will
 * be charged, and who wants to know is written to that the issue is out, in the same transaction. Refuses (404) an
 * issue that is not out yet, (409) one that the desk holds or has planned for later, and one while another is still
 * being released. `begins` is the transaction in which it begins: what stands in it stands before the first reader is
 * served, whatever becomes of the batches, and not where it is refused.
 */
export async function runRelease(deps: ReleaseDeps, issue: number, begins: Begin = plainly(deps)): Promise<Released> {
  await begin(deps, issue, (tx) => refusePlanned(tx, deps, issue), begins);
  return goOn(deps, issue);
}

/**
 * What is due may still have to wait: asked in the transaction in which it begins, when nobody else plans or stops it.
 */
export type Waits = (tx: Prisma.TransactionClient, now: Date) => Promise<boolean>;

/** The same for an issue that nobody asked for now: where it `waits` nothing is done. */
export async function runPlanned(deps: ReleaseDeps, issue: number, waits: Waits): Promise<Released> {
  const begun = await begin(deps, issue, waits, plainly(deps));
  return begun === 'waits' ? { issue, delivered: 0 } : goOn(deps, issue);
}

async function goOn(deps: ReleaseDeps, issue: number): Promise<Released> {
  let delivered = 0;
  for (;;) {
    const batch = await deps.db.$transaction((tx) => releaseBatch(tx, deps, issue), { timeout: PATIENCE });
    if (batch === null) return { issue, delivered };
    delivered += batch;
  }
}

type Begun = 'begins' | 'goes on' | 'waits';

/** Refuses an issue that is not to be given to anybody yet, and says what would bring it out; answers the day it is. */
export async function mustBeOut({ db, config, clock, publication }: ReleaseDeps, issue: number): Promise<{ now: Date; today: string }> {
  const now = clock();
  const today = dayIn(timeZoneOf(await publication.now()), now);
  const { publicationId } = config;
  const out = await db.issue.count({ where: { publicationId, number: issue, ...outBy(today) } });
  // One that has begun goes on, whatever day it is by now: its files or the zone may say another one since.
  if (out > 0 || (await plansSale(db, publicationId, issue, now)) || (await db.release.count({ where: { publicationId, issue } })) > 0) {
    return { now, today };
  }
  const row = await db.issue.findFirst({ where: { publicationId, number: issue }, select: { released: true } });
  const day = row?.released?.toISOString().slice(0, 'YYYY-MM-DD'.length);
  if (row === null) throw new StaffRefusal(`Issue ${issue} has not come out: there is none of that number.`);
  throw new StaffRefusal(
    `Issue ${issue} has not come out: its files ${day === undefined ? 'name no day' : `say ${day}`}. Plan it at the desk, which can put it on sale before, or change the day in its files and apply them.`,
  );
}

async function begin(deps: ReleaseDeps, issue: number, waits: Waits, begins: Begin): Promise<Begun> {
  const { now, today } = await mustBeOut(deps, issue);
  const { db, config, clock } = deps;
  const { publicationId } = config;
  const begun = await insertRelease(begins, { publicationId, issue, now, today }, waits);
  if (begun === 'waits') return begun;
  await othersHavePaid(db);
  // Who paid meanwhile, and did not see it come out, is given it by this run.
  if (begun === 'begins') await db.release.updateMany({ where: { publicationId, issue, cursor: null }, data: { released: clock() } });
  return begun;
}

type Now = { publicationId: string; issue: number; now: Date; today: string };

async function insertRelease(begins: Begin, { publicationId, issue, now, today }: Now, waits: Waits): Promise<Begun> {
  try {
    return await begins(null, async (tx) => {
      await lockIssue(tx, publicationId, issue);
      if ((await tx.release.count({ where: { publicationId, issue } })) > 0) return 'goes on';
      if (await waits(tx, now)) return 'waits';
      // Readers find it in the store from the moment at which it is given to them.
      if (await plansSale(tx, publicationId, issue, now)) await putOut(tx, { publicationId, number: issue, today });
      await sellIssues(tx, { publicationId, today });
      await tx.$queryRaw`
        insert into release (publication_id, issue, released, files) values (${publicationId}, ${issue}::int, ${now}, (
          select jsonb_agg(jsonb_build_object('format', f.format, 'action', u.action,
            'from', case when u.action is not null then 'desk' when f.format = 'cover' or i.files ? f.format then 'folder' else 'texts' end))
          from issue i cross join (values ('pdf'), ('epub'), ('cover')) f (format)
            left join issue_upload u on u.publication_id = i.publication_id and u.issue = i.number and u.format = f.format and u.replaced is null
          where i.publication_id = ${publicationId} and i.number = ${issue}::int))`;
      return 'begins';
    });
  } catch (error) {
    if (!breaksRule(error, 'release_one_at_a_time')) throw error;
    throw new StaffRefusal('Another issue is still being released.');
  }
}

/** Whether the desk has it come out by now, whatever the day of its files is. */
async function plansSale(
  tx: Pick<Prisma.TransactionClient, 'releasePlan'>,
  publicationId: string,
  issue: number,
  now: Date,
): Promise<boolean> {
  return (await tx.releasePlan.count({ where: { publicationId, issue, onSale: true, held: false, at: { lte: now } } })) > 0;
}

/** Whoever asks for it in a shell does not pass over the desk: what is held there, or planned for later, waits. */
async function refusePlanned(tx: Pick<Prisma.TransactionClient, 'releasePlan'>, deps: ReleaseDeps, issue: number): Promise<false> {
  const { publicationId } = deps.config;
  const plan = await tx.releasePlan.findUnique({
    where: { publicationId_issue: { publicationId, issue } },
    select: { held: true, at: true },
  });
  if (plan?.held) throw new StaffRefusal(`Issue ${issue} is held at the desk. Plan it there, and then it is given out.`);
  if (plan && plan.at > deps.clock()) {
    throw new StaffRefusal(
      `Issue ${issue} is planned at the desk for ${plan.at.toISOString()}. It is given out then, or is planned anew there.`,
    );
  }
  return false;
}

/** Whoever begins, plans or stops the release of an issue has their turn. */
export async function lockIssue(tx: Sql, publication: string, issue: number): Promise<void> {
  await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${`release:${publication}:${issue}`}, 0))) locked`;
}

/**
 * Waits for the transactions that are adding terms in this moment: they may not have seen that the issue comes out
 * (`addTerm`). Only looks, so nobody waits for it in turn; none of them lives for longer than this waits.
 */
async function othersHavePaid(db: Deps['db']): Promise<void> {
  const end = performance.now() + PATIENCE;
  let before: string[] | null = null;
  for (;;) {
    const adding = await db.$queryRaw<{ id: string }[]>`
      select virtualtransaction as id from pg_locks
      where database = (select oid from pg_database where datname = current_database())
        and relation = 'subscription'::regclass and mode = 'RowExclusiveLock'`;
    const now = adding.map(({ id }) => id);
    before = before === null ? now : before.filter((id) => now.includes(id));
    if (before.length === 0 || performance.now() > end) return;
    await setTimeout(20);
  }
}

/**
 * SQL: `candidates` and `due`, to stand in a WITH: which term of whom an issue that comes out at that moment is due to,
 * one for each owner, and how many issues they have `left` before it. What a preview of a release counts is this, too.
 * `owners`: a query of whose terms are looked at; without it everybody's are.
 */
export const dueForIssue = ({
  publication,
  issue,
  at,
  owners,
}: {
  publication: string;
  issue: number;
  at: Date;
  owners?: Prisma.Sql;
}): Prisma.Sql => Prisma.sql`
    candidates as (
      select s.owner_id, s.id, s.cycle, s.term, s.active_deliverable, s.copies, s.source, o.ordinal, case when s.cancelled is null then o.open end as open
      from subscription s ${nextOf(publication, owners)} o on (o.owner_id, o.subscription_id) = (s.owner_id, s.id)
      where s.publication_id = ${publication} ${owners ? Prisma.sql`and s.owner_id in ${owners}` : Prisma.empty}
        and s.created <= ${at} and (s.cancelled is null or s.cancelled > ${at}) and not exists (
          select from issue_token had where had.publication_id = ${publication} and had.owner_id = s.owner_id and had.issue = ${issue}::int
        )
    ),
    due as (
      -- Terms in the order in which they were paid for, a lifetime after them.
      select distinct on (owner_id) *, (sum(open) over (partition by owner_id))::int as left
      from candidates where ordinal is not null or term = 'lifetime' order by owner_id, ordinal is null, cycle
    )`;

/**
 * SQL: joins `ordinal`, the next token of each term, and how many are `open`. Of some owners it is looked up term by
 * term, whatever the database knows of its tables; of everybody it is grouped once, as a hundred thousand look-ups are
 * most of what a preview may take.
 */
const nextOf = (publication: string, owners: Prisma.Sql | undefined): Prisma.Sql => {
  const open = Prisma.sql`from issue_token t where t.publication_id = ${publication} and ${isOwedInOrder}`;
  return owners
    ? Prisma.sql`left join lateral (
        select s.owner_id, s.id as subscription_id, min(t.ordinal) as ordinal, count(*)::int as open ${open} and t.owner_id = s.owner_id and t.subscription_id = s.id)`
    : Prisma.sql`left join (
        with open_terms as materialized (
          select t.owner_id, t.subscription_id, min(t.ordinal) as ordinal, count(*)::int as open ${open} group by t.owner_id, t.subscription_id)
        select * from open_terms)`;
};

/**
 * The next owners; null when everybody was served. Whoever comes second waits here for the row, and goes on behind the
 * first.
 */
async function releaseBatch(tx: Prisma.TransactionClient, deps: ReleaseDeps, issue: number): Promise<number | null> {
  const { config, clock } = deps;
  const publication = config.publicationId;
  const [release] = await tx.$queryRaw<{ released: Date; cursor: string | null }[]>`
    select released, cursor from release where publication_id = ${publication} and issue = ${issue}::int and completed is null for update`;
  if (!release) return null;
  const { released, cursor } = release;
  const [row] = await tx.$queryRaw<{ last: string | null; delivered: number; ended: string[] | null }[]>`
    with owners as (
      select distinct owner_id from subscription
      where publication_id = ${publication} and (${cursor}::uuid is null or owner_id > ${cursor}::uuid)
      order by owner_id limit ${BATCH}
    ),
    ${dueForIssue({ publication, issue, at: released, owners: Prisma.sql`(select owner_id from owners)` })},
    filled as (
      update issue_token t set issue = ${issue}::int, deliverable = due.active_deliverable, delivered = ${released}
      from due
      where t.publication_id = ${publication} and t.owner_id = due.owner_id and t.subscription_id = due.id and t.ordinal = due.ordinal
    ),
    made as (
      insert into issue_token (publication_id, owner_id, subscription_id, ordinal, issue, deliverable, delivered)
      select ${publication}, due.owner_id, due.id, (
        select coalesce(max(t.ordinal), 0) + 1 from issue_token t
        where t.publication_id = ${publication} and t.owner_id = due.owner_id and t.subscription_id = due.id
      ), ${issue}::int, due.active_deliverable, ${released}
      from due where due.ordinal is null
    ),
    told as (
      -- Not to where letters come back from: so many of them at once would cost all the others their way.
      ${INTO_OUTBOX}
      select gen_random_uuid(), ${publication}, 'issue-out', due.owner_id || ':' || ${issue}::int, a.email, jsonb_build_object(
        'owner', a.id, 'name', a.name, 'issue', i.number, 'title', i.title, 'slug', i.slug,
        'medium', split_part(due.active_deliverable, '-', 1),
        'lacks_address', due.active_deliverable <> 'digital' and (d.owner_id is null or d.undeliverable is not null),
        'came_back', d.undeliverable is not null
      ), ${clock()}
      from due join account a on a.publication_id = ${publication} and a.id = due.owner_id
      left join owner_address d
        on d.publication_id = ${publication} and d.owner_id = a.id and 'print-' || d.shipcode = due.active_deliverable
      join issue i on i.publication_id = ${publication} and i.number = ${issue}::int and ${notWithdrawn}
      where a.issue_letters and a.email_failing is null
      on conflict (kind, subject) do nothing
    ),
    ended as (
      -- Their last issue: what they are owed no more of may be renewed by itself.
      select owner_id from due where ordinal is not null and 1 = (
        select count(*) from issue_token t
        where t.publication_id = ${publication} and t.owner_id = due.owner_id and ${isOwed} and exists (
          select from subscription s
          where s.publication_id = ${publication} and s.owner_id = t.owner_id and s.id = t.subscription_id and s.cancelled is null
        )
      )
    )
    select (select owner_id from owners order by owner_id desc limit 1) as last, (select count(*)::int from due) as delivered,
      (select array_agg(owner_id) from ended) as ended`;
  if (row?.ended) await planRenewals(tx, deps, row.ended);
  const last = row?.last ?? null;
  const completed = last === null ? clock() : null;
  await tx.$queryRaw`
    update release set cursor = coalesce(${last}::uuid, cursor), completed = ${completed}::timestamptz
    where publication_id = ${publication} and issue = ${issue}::int`;
  return last === null ? null : (row?.delivered ?? 0);
}
