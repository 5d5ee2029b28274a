import { MINUTE } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { apiText } from '../../platform/http/api-text.ts';
import type { Deps } from '../../publication/deps.ts';

/** So long after a login a reader is taken at their word. */
const FRESH = 15 * MINUTE;

/**
 * Refuses (403) what could take an account from its owner where the login is older than 15 minutes: a browser that was
 * left open is not enough. Who could not log in again, having no password and a mailbox that fails, is let through:
 * they are the ones who need another address.
 */
export async function requireFreshLogin(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { accountId, since }: { accountId: string; since: Date },
): Promise<void> {
  if (clock().getTime() - since.getTime() <= FRESH) return;
  const stranded = await db.account.count({ where: { id: accountId, passwordHash: null, emailFailing: { not: null } } });
  if (stranded === 0) throw new Refusal(403, apiText('log_in_first'));
}
