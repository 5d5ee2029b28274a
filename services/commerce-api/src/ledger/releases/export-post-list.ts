import type { Shipcode } from '@newsstand/contracts/shipcode';
import { StaffRefusal } from '../../platform/http/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { postCsv } from '../../rules/subscriptions/post-list-rules.ts';
import { freezePostList } from './freeze-post-list.ts';
import { readLabels } from './post-labels.ts';
import { countWaiting } from './waiting-copies.ts';

/** A list as it was frozen, as CSV: `part` 1 is the first, 2 and on hold what was late for those before. */
type List = { part: number; csv: string; copies: number };
/**
 * `lists` in their order. Of the readers who are owed a copy and are on none of them, `late` have an address of that
 * zone by now, `held` one that copies come back from, and `without` have none; of another copy that the desk sends, it
 * is counted alike.
 */
export type PostExport = { lists: List[]; late: number; held: number; without: number };
type ExportDeps = Pick<Deps, 'db' | 'config' | 'clock'>;
type Wanted = { issue: number; shipcode: Shipcode; late?: boolean };

/**
 * What must be posted of an issue to a zone, as CSV. Exporting freezes it: the same lists come out ever after, whatever
 * address changes meanwhile, so that nobody is posted two copies. With `late`, who named an address after that is put
 * on a further list, frozen like the first. Whichever list is frozen takes the further copies that wait. Refuses (409)
 * an issue that is not released to everybody yet.
 */
export async function exportPostList(deps: ExportDeps, wanted: Wanted): Promise<PostExport> {
  const { db, config } = deps;
  const { issue, shipcode } = wanted;
  const publicationId = config.publicationId;
  const released = await db.release.count({ where: { publicationId, issue, completed: { not: null } } });
  if (released === 0) throw new StaffRefusal(`Issue ${issue} is not released to everybody yet.`);
  await db.$transaction((tx) => freezePostList(tx, deps, wanted));
  const parts = await db.postList.findMany({ where: { publicationId, issue, shipcode }, orderBy: { part: 'asc' }, select: { part: true } });
  const lists: List[] = [];
  for (const { part } of parts) {
    const labels = await readLabels(db, publicationId, { issue, shipcode, part });
    lists.push({ part, csv: postCsv(labels), copies: labels.reduce((sum, { copies }) => sum + copies, 0) });
  }
  const waiting = await countWaiting(db, deps, issue);
  const { late, held, without } = waiting.find((zone) => zone.shipcode === shipcode) ?? { late: 0, held: 0, without: 0 };
  return { lists, late, held, without };
}
