import { Prisma } from '../../../generated/prisma/client.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { GIVE_UP, NEEDS_ANOTHER_CARD, UNDER_WAY } from '../../rules/charges/retry-rules.ts';

type Stop = { publicationId: string; ownerId: string; why: 'not-wanted' | 'renewed'; now?: Date };

/** SQL of a renewal `c`: it was given up by itself, and comes back only where autorenew is switched on again. */
export const isGivenUp = (now: Date): Prisma.Sql => Prisma.sql`(c.state = 'stopped' and (c.why = 'lapsed'
  or (c.why = any(${NEEDS_ANOTHER_CARD}::text[]) and c.due < ${new Date(now.getTime() - GIVE_UP)})))`;

/**
 * SQL of a charge `c`: an attempt of it is under way. It is let be: its outcome is what happens (decision 010).
 */
export const isUnderWay = Prisma.sql`exists (
  select from charge_attempt a
  where a.publication_id = c.publication_id and a.owner_id = c.owner_id and a.kind = c.kind and a.subject = c.subject and a.cycle = c.cycle
    and a.outcome = any(${UNDER_WAY}::text[])
)`;

/**
 * Stops what would be charged for an owner's renewal, but for an attempt that is under way. What was given up by `now`
 * stays given up; it is left out where what takes its place was paid for. Call it inside a transaction; the rows are
 * locked by a statement of their own, so that the next one sees the attempts that were waited for.
 */
export async function stopRenewal(tx: Sql, { publicationId, ownerId, why, now }: Stop): Promise<void> {
  // Of one that stopped by itself, too: a new card must not bring it back.
  const open = await tx.$queryRaw<unknown[]>`
    select 1 from charge where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = 'renewal' and state <> 'paid' for update`;
  if (open.length === 0) return;
  await tx.$queryRaw`
    update charge c set state = 'stopped', why = ${why}, next_attempt = null
    where c.publication_id = ${publicationId} and c.owner_id = ${ownerId}::uuid and c.kind = 'renewal' and c.state <> 'paid'
      and not ${now ? isGivenUp(now) : Prisma.sql`false`} and not ${isUnderWay}`;
}
