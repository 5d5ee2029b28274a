import type { Deps } from '../../publication/deps.ts';

/** The number of the issue that came out last; 0 before the first. */
export async function readLatestIssue({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>): Promise<number> {
  const { _max } = await db.issue.aggregate({
    where: { publicationId: config.publicationId, released: { lte: clock() } },
    _max: { number: true },
  });
  return _max.number ?? 0;
}
