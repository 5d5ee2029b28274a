import { Prisma } from '../../../generated/prisma/client.ts';
import { StaffRefusal } from '../../platform/http/staff-refusal.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Which messages: those of some ids (with `msg_` before them or not), those since an instant, or those that were tried
 * and not taken.
 */
export type Which = { ids: string[] } | { since: Date } | 'failed';
type ReplayDeps = { db: Pick<Prisma.TransactionClient, '$executeRaw' | '$queryRaw'> } & Pick<Deps, 'config'>;

/**
 * Sends messages again, those that were taken too, with the ids that they had: a receiver that keeps ids takes each
 * once. Answers how many; throws a `StaffRefusal` for an id that none has, and sends none.
 */
export async function replayHooks({ db, config }: ReplayDeps, which: Which): Promise<number> {
  const chosen =
    which === 'failed'
      ? Prisma.sql`attempts > 0 and delivered is null`
      : 'ids' in which
        ? Prisma.sql`id::text = any(${which.ids.map(plainId)}::text[])`
        : Prisma.sql`created >= ${which.since}`;
  const sent = await db.$queryRaw<{ id: string }[]>`
    update hook_message set queued = null, delivered = null where publication_id = ${config.publicationId} and ${chosen} returning id`;
  const ids = new Set(sent.map(({ id }) => id));
  const missing = which !== 'failed' && 'ids' in which ? which.ids.filter((id) => !ids.has(plainId(id))) : [];
  if (missing.length > 0)
    throw new StaffRefusal(`There is no message ${missing.join(', ')}: none goes out again. Messages are kept for 30 days.`);
  return ids.size;
}

const plainId = (id: string): string => id.replace(/^msg_/, '').toLowerCase();

export type Listed = { id: string; type: string; created: Date; delivered: Date | null; attempts: number; failure: string | null };

/** The newest, or the newest of those that were tried and not taken. */
export function listHooks({ db, config }: ReplayDeps, only: 'failed' | 'all', most = 50): Promise<Listed[]> {
  return db.$queryRaw<Listed[]>`
    select id, type, created, delivered, attempts, failure from hook_message
    where publication_id = ${config.publicationId} and (${only} = 'all' or (attempts > 0 and delivered is null))
    order by created desc, id limit ${most}`;
}
