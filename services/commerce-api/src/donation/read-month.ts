import type { Deps } from '../deps.ts';
import { planDonation } from './monthly-rules.ts';

/** `owed` in cents. */
type Month = { owed: number | null; processing: boolean };
const NOTHING: Month = { owed: null, processing: false };

/**
 * The latest month of a monthly donation. `owed` is what a new card is charged at once, where the card on record was asked for it and did not pay, whether or
 * not that is tried again, at the amount that its letter named: null where nothing is owed, and while an attempt is under way. `processing`: a bank is at it, for days.
 */
export async function readMonth({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, id: string): Promise<Month> {
  const { publicationId } = config;
  const donation = await db.donation.findFirst({ where: { publicationId, id, process: 'monthly-init', ended: null } });
  if (!donation) return NOTHING;
  const plan = planDonation({ ...donation, failing: false }, clock());
  if (plan.type !== 'charge' || plan.due > clock()) return NOTHING;
  const month = await db.charge.findFirst({
    where: { publicationId, ownerId: donation.ownerId, kind: 'donation', subject: id, cycle: { lte: plan.period } },
    orderBy: { cycle: 'desc' },
    select: { cycle: true, amount: true, attempts: { orderBy: { attempt: 'desc' }, take: 1, select: { outcome: true } } },
  });
  // Of a donation that was given up, the latest month may not have been asked for yet: the one that was says what is owed.
  const last = month?.cycle === plan.period ? month.attempts[0] : undefined;
  const isRefused = last ? ['declined', 'stop', 'authentication-required'].includes(last.outcome) : donation.failing;
  return { owed: isRefused ? (month?.amount ?? donation.amount) : null, processing: last?.outcome === 'processing' };
}
