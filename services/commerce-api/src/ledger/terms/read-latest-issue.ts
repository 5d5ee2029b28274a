import type { Sql } from '../../platform/db/sql.ts';
import type { Deps } from '../../publication/deps.ts';
import { isOutBy, todayOf } from '../../publication/publication-day.ts';

type ReadDeps = { db: Sql } & Pick<Deps, 'config' | 'clock' | 'publication'>;

/** The number of the issue that came out last; 0 before the first. */
export async function readLatestIssue(deps: ReadDeps): Promise<number> {
  const [latest] = await deps.db.$queryRaw<{ number: number }[]>`
    select i.number from issue i
    where i.publication_id = ${deps.config.publicationId} and ${isOutBy(todayOf(deps))} order by i.number desc limit 1`;
  return latest?.number ?? 0;
}
