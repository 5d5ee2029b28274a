import type { Prisma } from '../../../generated/prisma/client.ts';
import { owes } from '../terms/owes.ts';
import { stopRenewal } from '../terms/stop-renewal.ts';
import { followAutorenew } from './follow-autorenew.ts';

/**
 * A term of an owner's is taken away again, or ended: the renewal that it had put off comes up with what is left, where
 * their account renews by itself. Call it in the transaction that took it away, after it.
 */
export async function planAgain(tx: Prisma.TransactionClient, deps: Parameters<typeof followAutorenew>[1], ownerId: string): Promise<void> {
  const { publicationId } = deps.config;
  await tx.$queryRaw`
    update charge set why = 'not-wanted'
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = 'renewal' and state = 'stopped' and why = 'renewed'
      and cycle > (select coalesce(max(s.cycle), 0) from subscription s where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid)`;
  await followAutorenew(tx, deps, ownerId);
}

/** The other way: one goes on again, and the renewal that came up without it is put off until it has come. */
export async function putOff(
  tx: Prisma.TransactionClient,
  { config, clock }: Parameters<typeof followAutorenew>[1],
  ownerId: string,
): Promise<void> {
  const { publicationId } = config;
  const [row] = await tx.$queryRaw<{ put_off: boolean }[]>`
    select exists (
      select from charge where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = 'renewal' and state = 'open'
    ) and exists (
      select from subscription s where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid and ${owes()}
    ) as put_off`;
  if (row?.put_off === true) await stopRenewal(tx, { publicationId, ownerId, why: 'renewed', now: clock() });
}
