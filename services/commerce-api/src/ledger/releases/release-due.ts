import { runRelease, type Released, type ReleaseDeps } from './run-release.ts';

/**
 * Releases every issue that has come out and was not given to everybody yet, in their order; one that was interrupted first. Answers those that
 * somebody was given now.
 */
export async function releaseDue(deps: ReleaseDeps): Promise<Released[]> {
  const due = await deps.db.$queryRaw<{ number: number }[]>`
    select i.number from issue i left join release r on r.publication_id = i.publication_id and r.issue = i.number
    where i.publication_id = ${deps.config.publicationId} and i.released <= ${deps.clock()} and r.completed is null
    order by r.issue is null, i.number`;
  const released: Released[] = [];
  for (const { number } of due) released.push(await runRelease(deps, number));
  return released.filter(({ delivered }) => delivered > 0);
}
