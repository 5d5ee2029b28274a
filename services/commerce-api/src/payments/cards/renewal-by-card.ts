import { setTimeout as wait } from 'node:timers/promises';
import type { RenewalByCard } from '@newsstand/contracts/card-endpoints';
import type { Deps } from '../../publication/deps.ts';

type ReadDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** A reader waits for no more than three seconds. */
const LOOKS = 20;
const PAUSE_MS = 150;

/**
 * What became of the renewal that a card, or a bank account, was charged for as it was put on record; null where there
 * was none, or nobody knows yet. The provider's own word may have come before the page's, and be charging it at this
 * moment: that is waited for.
 */
export async function readRenewalByCard(deps: ReadDeps, account: string, method: string): Promise<RenewalByCard | null> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const renewal = await read(deps, account, method);
    if (renewal !== 'under-way') return renewal;
    await wait(PAUSE_MS);
  }
  return null;
}

async function read({ db, config, clock }: ReadDeps, account: string, method: string): Promise<RenewalByCard | 'under-way' | null> {
  const charge = await db.charge.findFirst({
    where: { publicationId: config.publicationId, ownerId: account, kind: 'renewal' },
    orderBy: [{ cycle: 'desc' }, { remind: 'desc' }],
    include: { attempts: { where: { method }, orderBy: { started: 'desc' }, take: 1 } },
    relationLoadStrategy: 'join',
  });
  if (charge === null) return null;
  const [attempt] = charge.attempts;
  const comesUp = charge.state === 'open' && charge.nextAttempt !== null && charge.nextAttempt <= clock();
  switch (attempt?.outcome) {
    case 'paid':
      return { state: 'paid' };
    case 'processing':
      return { state: 'processing' };
    case 'declined':
    case 'stop':
      return { state: 'refused' };
    case 'authentication-required':
      return { state: 'confirm', token: charge.token };
    case 'started':
      return 'under-way';
    default:
      return comesUp ? 'under-way' : null;
  }
}
