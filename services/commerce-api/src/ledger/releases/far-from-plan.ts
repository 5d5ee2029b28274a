import { UNUSUAL, unusualOf } from '@newsstand/contracts/desk-issues';
import { Prisma } from '../../../generated/prisma/client.ts';
import { dueForIssue } from './run-release.ts';

/** So few copies more or less are no reason to keep everybody waiting. */
const FEW = 10;

type Count = { readers: number; copies: number; before: number; copies_before: number; planned: number };

/**
 * Whether what begins now would go to a number that nobody has seen: far from the issue before, and from what it was
 * planned with. What the calendar planned (`action`: null), nobody has typed a number for.
 */
export async function isFarFromPlan(
  tx: Prisma.TransactionClient,
  { publication, issue, action, now }: { publication: string; issue: number; action: string | null; now: Date },
): Promise<boolean> {
  const isCounted =
    action !== null && (await tx.staffAction.count({ where: { id: action, to: { path: ['copies'], not: Prisma.AnyNull } } })) > 0;
  if (action !== null && !isCounted) return false;
  const counts = await tx.$queryRaw<Count[]>`
    with ${dueForIssue({ publication, issue, at: now })},
    before as (${issueBefore(publication, issue)}),
    counts as (select active_deliverable as deliverable, count(*)::int as readers, sum(copies)::int as copies from due group by 1)
    select coalesce(c.readers, 0) as readers, coalesce(c.copies, 0) as copies, coalesce(b.readers, 0) as before, coalesce(b.copies, 0) as copies_before,
      case when ${action}::uuid is null then coalesce(b.copies, 0)
        else coalesce((select (a."to" -> 'copies' ->> deliverable)::int from staff_action a where a.id = ${action}::uuid), 0) end as planned
    from counts c full join before b using (deliverable)`;
  return unusualOf(counts).some((count) => Math.abs(count.copies - count.planned) > Math.max(FEW, count.planned * UNUSUAL));
}

/** SQL: how many readers had the issue before, and how many copies, by how they got it. */
export const issueBefore = (publication: string, issue: number): Prisma.Sql => Prisma.sql`
  select t.deliverable, count(*)::int as readers, sum(s.copies)::int as copies
  from issue_token t join subscription s on (s.publication_id, s.owner_id, s.id) = (t.publication_id, t.owner_id, t.subscription_id)
  where t.publication_id = ${publication} and t.issue = (select max(r.issue) from release r where r.publication_id = ${publication} and r.issue < ${issue}::int)
  group by t.deliverable`;
