import type { RenewalByCard } from '@newsstand/contracts/card-endpoints';
import type { Deps } from '../deps.ts';

/** What became of the renewal that a card, or a bank account, was charged for as it was put on record, whoever heard of it first; null where there was none, or nobody knows yet. */
export async function readRenewalByCard(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  account: string,
  method: string,
): Promise<RenewalByCard | null> {
  const attempt = await db.chargeAttempt.findFirst({
    where: { publicationId: config.publicationId, ownerId: account, kind: 'renewal', method },
    orderBy: { started: 'desc' },
    include: { charge: { select: { token: true } } },
    relationLoadStrategy: 'join',
  });
  switch (attempt?.outcome) {
    case 'paid':
      return { state: 'paid' };
    case 'processing':
      return { state: 'processing' };
    case 'declined':
    case 'stop':
      return { state: 'refused' };
    case 'authentication-required':
      return { state: 'confirm', token: attempt.charge.token };
    default:
      return null;
  }
}
