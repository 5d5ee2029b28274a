import { isUnusual } from '@newsstand/contracts/desk-issues';
import { Prisma } from '../../../generated/prisma/client.ts';
import { dueForIssue } from './run-release.ts';

/** So few readers more or less are no reason to keep all the others waiting. */
const FEW = 10;

/**
 * Whether what begins now would go to a number of readers that nobody has seen: far from the issue before, and from
 * what it was planned with. What the calendar planned, nobody has typed a number for.
 */
export async function isFarFromPlan(
  tx: Prisma.TransactionClient,
  { publication, issue, action, now }: { publication: string; issue: number; action: string | null; now: Date },
): Promise<boolean> {
  const planned = action && (await tx.staffAction.count({ where: { id: action, to: { path: ['readers'], not: Prisma.AnyNull } } }));
  if (!planned) return false;
  const counts = await tx.$queryRaw<{ readers: number; before: number; planned: number }[]>`
    with ${dueForIssue({ publication, issue, at: now })},
    before as (${readersBefore(publication, issue)}),
    counts as (select active_deliverable as deliverable, count(*)::int as readers from due group by 1)
    select coalesce(c.readers, 0) as readers, coalesce(b.readers, 0) as before,
      coalesce((select (a."to" -> 'readers' ->> deliverable)::int from staff_action a where a.id = ${action}::uuid), 0) as planned
    from counts c full join before b using (deliverable)`;
  return counts.some(
    (count) =>
      isUnusual(count) && isUnusual({ readers: count.readers, before: count.planned }) && Math.abs(count.readers - count.planned) > FEW,
  );
}

/** SQL: how many readers had the issue before, by how they got it. */
export const readersBefore = (publication: string, issue: number): Prisma.Sql => Prisma.sql`
  select t.deliverable, count(*)::int as readers from issue_token t
  where t.publication_id = ${publication} and t.issue = (select max(r.issue) from release r where r.publication_id = ${publication} and r.issue < ${issue}::int)
  group by t.deliverable`;
