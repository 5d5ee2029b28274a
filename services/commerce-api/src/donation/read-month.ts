import type { Deps } from '../deps.ts';
import { planDonation } from './monthly-rules.ts';

/** `owed` in cents. */
type Month = { owed: number | null; processing: boolean };
const NOTHING: Month = { owed: null, processing: false };

/**
 * The latest month of a monthly donation. `owed` is what a new card is charged at once, where the card on record was asked for it and did not pay, whether or
 * not that is tried again: null where nothing is owed, and while an attempt is under way. `processing`: a bank is at it, for days.
 */
export async function readMonth({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, id: string): Promise<Month> {
  const { publicationId } = config;
  const donation = await db.donation.findFirst({ where: { publicationId, id, process: 'monthly-init', ended: null } });
  if (!donation) return NOTHING;
  const plan = planDonation({ ...donation, failing: false }, clock());
  if (plan.type !== 'charge' || plan.due > clock()) return NOTHING;
  const month = { publicationId, ownerId: donation.ownerId, kind: 'donation', subject: id, cycle: plan.period };
  const last = await db.chargeAttempt.findFirst({ where: month, orderBy: { attempt: 'desc' }, select: { outcome: true } });
  // Of a donation that was given up, the latest month may not have been asked for yet.
  const isRefused = last ? ['declined', 'stop', 'authentication-required'].includes(last.outcome) : donation.failing;
  return { owed: isRefused ? donation.amount : null, processing: last?.outcome === 'processing' };
}
