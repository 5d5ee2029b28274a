import type { Prisma } from '../../../generated/prisma/client.ts';
import { followAutorenew } from './follow-autorenew.ts';

/**
 * A term of an owner's is taken away again: the renewal that it had put off comes up with what is left, where their
 * account renews by itself. Call it in the transaction that took it away, after it.
 */
export async function planAgain(tx: Prisma.TransactionClient, deps: Parameters<typeof followAutorenew>[1], ownerId: string): Promise<void> {
  const { publicationId } = deps.config;
  await tx.$queryRaw`
    update charge set why = 'not-wanted'
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = 'renewal' and state = 'stopped' and why = 'renewed'
      and cycle > (select coalesce(max(s.cycle), 0) from subscription s where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid)`;
  await followAutorenew(tx, deps, ownerId);
}
