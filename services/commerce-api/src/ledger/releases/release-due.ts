import { setTimeout } from 'node:timers/promises';
import { Prisma } from '../../../generated/prisma/client.ts';
import { uuidv7 } from '../../platform/db/uuidv7.ts';
import { MINUTE } from '../../platform/duration.ts';
import { isFarFromPlan } from './far-from-plan.ts';
import { dueForIssue, runPlanned, type Released, type ReleaseDeps } from './run-release.ts';
import { notWithdrawn } from '../../publication/withdrawn.ts';
import { beginOf, dayIn, isOutBy, timeZoneOf } from '../../publication/publication-day.ts';

/** So long before it begins a release can be stopped by whoever sees it at the desk (desk.md, principle 3). */
export const RELEASE_DELAY = 10 * MINUTE;

/**
 * Releases every issue that has come out, or that the desk brings out now, and was not given to everybody yet, in their
 * order; one that was interrupted first. Where the publisher has a desk, one that readers wait for is only planned, so
 * that it can be stopped there, and is given once its time has come, unless somebody holds it. Answers those that
 * somebody was given now.
 */
export async function releaseDue(deps: ReleaseDeps): Promise<Released[]> {
  const { db, config, clock } = deps;
  const now = clock();
  const today = dayIn(timeZoneOf(await deps.publication.now()), now);
  const due = await db.$queryRaw<{ number: number }[]>`
    select i.number from issue i left join release r on r.publication_id = i.publication_id and r.issue = i.number
    left join release_plan p on p.publication_id = i.publication_id and p.issue = i.number
    where i.publication_id = ${config.publicationId} and r.completed is null and (r.issue is not null or (
      (${isOutBy(today)} or (p.on_sale and ${notWithdrawn})) and (p.issue is null or (not p.held and p.at <= ${now}))))
    order by r.issue is null, i.number`;
  const released: Released[] = [];
  for (const { number } of due) released.push(await runPlanned(deps, number, (tx, at) => waits(tx, deps, number, at)));
  return released.filter(({ delivered }) => delivered > 0);
}

/**
 * Who it is that plans and begins what nobody did: an issue whose day, as its files have it, has come; and that holds
 * one which is far from its plan.
 */
export const CALENDAR = 'The calendar';

/** So far ahead a round looks, which comes each minute. */
const AHEAD = MINUTE;

/** The same, and what is planned for the minute ahead at its second; `signal` ends the wait for it. */
export async function releaseOnTime(deps: ReleaseDeps, signal: AbortSignal): Promise<void> {
  await releaseDue(deps);
  const begun = deps.clock();
  const plans = await deps.db.$queryRaw<{ at: Date }[]>`
    select distinct p.at from release_plan p join issue i on i.publication_id = p.publication_id and i.number = p.issue
    where p.publication_id = ${deps.config.publicationId} and not p.held and p.at > ${begun} and p.at <= ${new Date(begun.getTime() + AHEAD)}
      and not exists (select from release r where r.publication_id = p.publication_id and r.issue = p.issue) order by p.at`;
  for (const { at } of plans) {
    // A timer may be a moment early.
    const wait = at.getTime() - deps.clock().getTime() + 5;
    const isOver = await setTimeout(Math.max(0, wait), true, { signal }).catch(() => false);
    if (!isOver) return;
    await releaseDue(deps);
  }
}

/**
 * Whether an issue is not to begin yet: an earlier one has not, somebody holds it, its moment is still to come, it is
 * held now since it is far from what was planned, or it is planned now for the first time. Asked while nobody else
 * plans or stops it, whatever was read before.
 */
async function waits(
  tx: Prisma.TransactionClient,
  { config, publication: source }: ReleaseDeps,
  issue: number,
  now: Date,
): Promise<boolean> {
  const publication = config.publicationId;
  if (await waitsForEarlier(tx, { publication, issue, now, today: dayIn(timeZoneOf(source.cached()), now) })) return true;
  const plan = await tx.releasePlan.findUnique({ where: { publicationId_issue: { publicationId: publication, issue } } });
  if (plan?.held || (plan && plan.at > now)) return true;
  if (plan) return holdFarFromPlan(tx, plan, now);
  if (!(await hasDesk(tx, config))) return false;
  const planned = await tx.$queryRaw<unknown[]>`
    with ${dueForIssue({ publication, issue, at: now })}
    insert into release_plan (publication_id, issue, at, updated)
    select ${publication}, ${issue}::int, ${new Date(now.getTime() + RELEASE_DELAY)}, ${now} where exists (select from due) returning 1`;
  return planned.length > 0;
}

/**
 * Holds what is far from its plan: nothing takes an issue back, and whoever sees that it is right plans it anew. The
 * history keeps that it was held.
 */
async function holdFarFromPlan(
  tx: Prisma.TransactionClient,
  { publicationId, issue, action }: { publicationId: string; issue: number; action: string | null },
  now: Date,
): Promise<boolean> {
  if (!(await isFarFromPlan(tx, { publication: publicationId, issue, action, now }))) return false;
  await tx.releasePlan.update({
    where: { publicationId_issue: { publicationId, issue } },
    data: { held: true, action: null, updated: now },
  });
  const held = { program: CALENDAR, verb: 'stopRelease', subject: String(issue), reason: '', network: '' };
  await tx.staffAction.create({ data: { id: uuidv7(now.getTime()), publicationId, ...held, result: Prisma.JsonNull, at: now } });
  return true;
}

/** The next issue that begins by then, as it is planned or by its files' day, unless somebody holds it. */
export async function nextRelease(
  tx: Prisma.TransactionClient,
  { publication, zone, now, until }: { publication: string; zone: string; now: Date; until: Date },
): Promise<{ issue: number; at: Date } | null> {
  const at = Prisma.sql`coalesce(p.at, ${beginOf(Prisma.sql`i.released`, zone)})`;
  const [next] = await tx.$queryRaw<{ issue: number; at: Date }[]>`
    select i.number as issue, greatest(${at}, ${now}) as at from issue i
    left join release r on r.publication_id = i.publication_id and r.issue = i.number
    left join release_plan p on p.publication_id = i.publication_id and p.issue = i.number
    where i.publication_id = ${publication} and ${notWithdrawn} and r.issue is null and p.held is not true
      and ${at} <= ${until} order by 2, 1 limit 1`;
  return next ?? null;
}

/**
 * Whether an earlier issue has come out and somebody wants it to wait: whoever has one issue left is given that one.
 */
export async function waitsForEarlier(
  tx: Prisma.TransactionClient,
  { publication, issue, now, today }: { publication: string; issue: number; now: Date; today: string },
): Promise<boolean> {
  const earlier = await tx.$queryRaw<unknown[]>`
    select 1 from release_plan p join issue i on i.publication_id = p.publication_id and i.number = p.issue
    where p.publication_id = ${publication} and p.issue < ${issue}::int and ${isOutBy(today)} and (p.held or p.at > ${now})
      and not exists (select from release r where r.publication_id = p.publication_id and r.issue = p.issue) limit 1`;
  return earlier.length > 0;
}

/** Whether an earlier issue has not come out yet: numbers come out in their order. */
export async function isBehindAnother(tx: Prisma.TransactionClient, publicationId: string, issue: number, today: string): Promise<boolean> {
  const earlier = await tx.$queryRaw<unknown[]>`
    select 1 from issue i
    where i.publication_id = ${publicationId} and i.number < ${issue}::int and ${notWithdrawn} and ${isOutBy(today)} is not true limit 1`;
  return earlier.length > 0;
}

/**
 * Whether somebody works at a desk, whichever replica or program asks: sample people are there once somebody has signed
 * in as one, and see it, too.
 */
async function hasDesk(tx: Prisma.TransactionClient, { desk, publicationId }: ReleaseDeps['config']): Promise<boolean> {
  return desk !== null || (await tx.staff.count({ where: { publicationId, disabled: null } })) > 0;
}
