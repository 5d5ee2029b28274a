import type { Prisma } from '../../../generated/prisma/client.ts';
import { owes } from '../terms/owes.ts';
import { isUnderWay, stopRenewal } from '../terms/stop-renewal.ts';
import { followAutorenew } from './follow-autorenew.ts';

/**
 * A term of an owner's is taken away again, or ended: the renewal that it had put off comes up with what is left, where
 * their account renews by itself. Call it in the transaction that took it away, after it. Answers whether a notice of
 * it was written.
 */
export async function planAgain(
  tx: Prisma.TransactionClient,
  deps: Parameters<typeof followAutorenew>[1],
  ownerId: string,
): Promise<boolean> {
  const { publicationId } = deps.config;
  await tx.$queryRaw`
    update charge set why = 'not-wanted'
    where publication_id = ${publicationId} and owner_id = ${ownerId}::uuid and kind = 'renewal' and state = 'stopped' and why = 'renewed'
      and cycle > (select coalesce(max(s.cycle), 0) from subscription s where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid)`;
  return followAutorenew(tx, deps, ownerId);
}

/**
 * The other way: one goes on again, and the renewal that came up without it is put off until it has come. Answers what
 * would have been charged, in cents, and when.
 */
export async function putOff(
  tx: Prisma.TransactionClient,
  { config, clock }: Parameters<typeof followAutorenew>[1],
  ownerId: string,
): Promise<{ amount: number; due: Date } | null> {
  const { publicationId } = config;
  const [planned] = await tx.$queryRaw<{ amount: number; due: Date }[]>`
    select c.amount, c.due from charge c
    where c.publication_id = ${publicationId} and c.owner_id = ${ownerId}::uuid and c.kind = 'renewal' and c.state = 'open' and not ${isUnderWay}
      and exists (select from subscription s where s.publication_id = ${publicationId} and s.owner_id = ${ownerId}::uuid and ${owes()})`;
  if (planned === undefined) return null;
  await stopRenewal(tx, { publicationId, ownerId, why: 'renewed', now: clock() });
  return planned;
}
