import type { Sql } from '../../platform/db/sql.ts';
import { newToken } from '../../platform/secrets.ts';

type Month = { period: number; due: Date; amount: number };

/**
 * Writes the charge of a month of a donation; nothing where there is one. Call it in the transaction that paid, or gave
 * up, the month before.
 */
export async function writeMonth(
  tx: Sql,
  { publicationId, ownerId, subject }: { publicationId: string; ownerId: string; subject: string },
  { period, due, amount }: Month,
): Promise<void> {
  await tx.$queryRaw`
    insert into charge (publication_id, owner_id, kind, subject, cycle, token, amount, choice, remind, due, next_attempt)
    values (${publicationId}, ${ownerId}::uuid, 'donation', ${subject}::uuid, ${period}::int, ${newToken()}, ${amount}::int,
      '{"kind":"donation"}'::jsonb, ${due}, ${due}, ${due})
    on conflict (publication_id, owner_id, kind, subject, cycle) do nothing`;
}
