import type { Deps } from '../deps.ts';
import { planDonation } from './monthly-rules.ts';

/**
 * What a new card of a monthly donation is charged at once, in cents: the latest month, where the card on record was asked for it and did not pay, whether or
 * not that is tried again. Null where nothing is owed, and while an attempt is under way.
 */
export async function readOwed({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, id: string): Promise<number | null> {
  const { publicationId } = config;
  const donation = await db.donation.findFirst({ where: { publicationId, id, process: 'monthly-init', ended: null } });
  if (!donation) return null;
  const plan = planDonation({ ...donation, failing: false }, clock());
  if (plan.type !== 'charge' || plan.due > clock()) return null;
  const month = { publicationId, ownerId: donation.ownerId, kind: 'donation', subject: id, cycle: plan.period };
  const last = await db.chargeAttempt.findFirst({ where: month, orderBy: { attempt: 'desc' }, select: { outcome: true } });
  // Of a donation that was given up, the latest month may not have been asked for yet.
  const isRefused = last ? ['declined', 'stop', 'authentication-required'].includes(last.outcome) : donation.failing;
  return isRefused ? donation.amount : null;
}
