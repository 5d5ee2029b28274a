import type { Deps } from '../../publication/deps.ts';
import { outBy, todayOf } from '../../publication/publication-day.ts';

/** The number of the issue that came out last; 0 before the first. */
export async function readLatestIssue(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'publication'>): Promise<number> {
  const { _max } = await deps.db.issue.aggregate({
    where: { publicationId: deps.config.publicationId, ...outBy(todayOf(deps)) },
    _max: { number: true },
  });
  return _max.number ?? 0;
}
