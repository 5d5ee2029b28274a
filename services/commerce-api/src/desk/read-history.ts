import type { DeskHistory } from '@newsstand/contracts/desk-history';
import type * as v from 'valibot';
import type { Deps } from '../publication/deps.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

/** How many at a time. */
const PAGE = 50;

/** What was done, newest first: everything, or what concerns one reader. An action's id sorts by when its dialog opened, so `after` is its time and its id. */
export async function readHistory(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { owner, after }: { owner?: string; after?: string | undefined },
): Promise<v.InferOutput<typeof DeskHistory>> {
  const from = readCursor(after);
  const where: Prisma.StaffActionWhereInput = {
    publicationId: config.publicationId,
    ...(owner !== undefined && { ownerId: owner }),
    ...(from && { OR: [{ at: { lt: from.at } }, { at: from.at, id: { lt: from.id } }] }),
  };
  const include = { staff: { select: { name: true } }, undoneBy: { select: { id: true } } };
  const rows = await db.staffAction.findMany({ where, include, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: PAGE + 1 });
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  return {
    actions: shown.map(({ id, staff, program, verb, subject, reason, from, to, at, undoneBy }) => ({
      id,
      who: staff?.name ?? program ?? '',
      verb,
      subject,
      reason,
      from,
      to,
      at: at.toISOString(),
      undone: undoneBy !== null,
    })),
    next: rows.length > PAGE && last ? `${last.at.getTime()}.${last.id}` : null,
  };
}

/** Null for what no answer of ours said: the list begins anew. */
function readCursor(after: string | undefined): { at: Date; id: string } | null {
  const [, at, id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(after ?? '') ?? [];
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id };
}
