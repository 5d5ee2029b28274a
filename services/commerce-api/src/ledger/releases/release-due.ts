import { MINUTE } from '../../platform/duration.ts';
import { dueForIssue, runRelease, type Released, type ReleaseDeps } from './run-release.ts';

/** So long before it begins a release can be stopped by whoever sees it at the desk (desk.md, principle 3). */
export const RELEASE_DELAY = 10 * MINUTE;

/**
 * Releases every issue that has come out and was not given to everybody yet, in their order; one that was interrupted first. Where the publisher has a desk, one that readers wait for
 * is only planned, so that it can be stopped there, and is given once its time has come, unless somebody holds it. Answers those that somebody was given now.
 */
export async function releaseDue(deps: ReleaseDeps): Promise<Released[]> {
  const { db, config, clock } = deps;
  const now = clock();
  const due = await db.$queryRaw<{ number: number; begun: boolean; at: Date | null }[]>`
    select i.number, r.issue is not null as begun, p.at
    from issue i left join release r on r.publication_id = i.publication_id and r.issue = i.number
    left join release_plan p on p.publication_id = i.publication_id and p.issue = i.number
    where i.publication_id = ${config.publicationId} and i.released <= ${now} and r.completed is null
      and (r.issue is not null or p.issue is null or (not p.held and p.at <= ${now}))
    order by r.issue is null, i.number`;
  const released: Released[] = [];
  for (const { number, begun, at } of due) {
    if (begun || at !== null || config.desk === null || !(await plan(deps, number, now))) released.push(await runRelease(deps, number));
  }
  return released.filter(({ delivered }) => delivered > 0);
}

/** Plans an issue that somebody waits for, where nobody has yet. Answers whether it waits now. */
async function plan({ db, config }: ReleaseDeps, issue: number, now: Date): Promise<boolean> {
  const publication = config.publicationId;
  const planned = await db.$queryRaw<unknown[]>`
    with ${dueForIssue({ publication, issue, at: now })},
    planned as (
      insert into release_plan (publication_id, issue, at, updated)
      select ${publication}, ${issue}::int, ${new Date(now.getTime() + RELEASE_DELAY)}, ${now} where exists (select from due)
      on conflict (publication_id, issue) do nothing returning 1
    )
    select 1 from planned union all select 1 from release_plan where publication_id = ${publication} and issue = ${issue}::int`;
  return planned.length > 0;
}
