import { Refusal } from '../../platform/http/refusal.ts';
import { apiText } from '../../platform/http/api-text.ts';
import type { Deps } from '../../publication/deps.ts';

/**
 * Section 6: a lifetime subscriber needs no other subscription of their own (409), whatever page it was chosen on;
 * gifts they may buy.
 */
export async function refuseLifetime({ db, config }: Pick<Deps, 'db' | 'config'>, ownerId: string): Promise<void> {
  const where = { publicationId: config.publicationId, ownerId, term: 'lifetime', cancelled: null };
  if ((await db.subscription.count({ where })) === 0) return;
  throw new Refusal(409, { general: apiText('renewal_not_necessary') });
}
