import type { Sql } from '../../platform/db/sql.ts';
import { UNDER_WAY } from '../../rules/charges/retry-rules.ts';

type Stop = { publicationId: string; ownerId: string; why: 'not-wanted' | 'renewed' };

/**
 * Stops what would be charged for an owner's renewal. An attempt that is under way is let be: its outcome is what
 * happens (decision 010). Call it inside a transaction; the rows are locked by a statement of their own, so that the
 * next one sees the attempts that were waited for.
 */
export async function stopRenewal(tx: Sql, { publicationId, ownerId, why }: Stop): Promise<void> {
  // Of one that stopped by itself, too: a new card must not bring it back.
  const open = await tx.$queryRaw<unknown[]>`
    select 1 from charge where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = 'renewal' and state <> 'paid' for update`;
  if (open.length === 0) return;
  await tx.$queryRaw`
    update charge c set state = 'stopped', why = ${why}, next_attempt = null
    where c.publication_id = ${publicationId} and c.owner_id = ${ownerId}::uuid and c.kind = 'renewal' and c.state <> 'paid' and not exists (
      select from charge_attempt a
      where a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.kind = c.kind and a.subject = c.subject and a.cycle = c.cycle
        and a.outcome = any(${UNDER_WAY}::text[])
    )`;
}
