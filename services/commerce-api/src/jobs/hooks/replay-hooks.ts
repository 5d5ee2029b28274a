import { Prisma } from '../../../generated/prisma/client.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Which messages: those of some ids (with `msg_` before them or not), those since an instant, or those that were tried
 * and not taken.
 */
export type Which = { ids: string[] } | { since: Date } | 'failed';
type ReplayDeps = { db: Pick<Prisma.TransactionClient, '$executeRaw' | '$queryRaw'> } & Pick<Deps, 'config'>;

/**
 * Sends messages again, those that were taken too, with the ids that they had: a receiver that keeps ids takes each
 * once. Answers how many.
 */
export async function replayHooks({ db, config }: ReplayDeps, which: Which): Promise<number> {
  const chosen =
    which === 'failed'
      ? Prisma.sql`attempts > 0 and delivered is null`
      : 'ids' in which
        ? Prisma.sql`id::text = any(${which.ids.map((id) => id.replace(/^msg_/, ''))}::text[])`
        : Prisma.sql`created >= ${which.since}`;
  return db.$executeRaw`update hook_message set queued = null, delivered = null where publication_id = ${config.publicationId} and ${chosen}`;
}

export type Listed = { id: string; type: string; created: Date; delivered: Date | null; attempts: number; failure: string | null };

/** The newest, or the newest of those that were tried and not taken. */
export function listHooks({ db, config }: ReplayDeps, only: 'failed' | 'all', most = 50): Promise<Listed[]> {
  return db.$queryRaw<Listed[]>`
    select id, type, created, delivered, attempts, failure from hook_message
    where publication_id = ${config.publicationId} and (${only} = 'all' or (attempts > 0 and delivered is null))
    order by created desc, id limit ${most}`;
}
