import type { DeskSearches } from '@newsstand/contracts/desk-history';
import type { Deps } from '../../publication/deps.ts';
import { PAGE, pageOf, readCursor } from '../page-cursor.ts';

/**
 * What staff searched for, newest first, as long as it is kept: for the publisher, who answers for what is looked at.
 */
export async function readSearches(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { after }: { after?: string | undefined },
): Promise<DeskSearches> {
  const from = readCursor(after);
  const rows = await db.staffSearch.findMany({
    where: { publicationId: config.publicationId, ...(from && { OR: [{ at: { lt: from.at } }, { at: from.at, id: { lt: from.id } }] }) },
    include: { staff: { select: { name: true } } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: PAGE + 1,
  });
  const { shown, next } = pageOf(rows);
  return { searches: shown.map(({ id, staff, words, at }) => ({ id, who: staff.name, words, at: at.toISOString() })), next };
}
