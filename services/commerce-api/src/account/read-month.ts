import type { Deps } from '../publication/deps.ts';
import { monthStateOf } from '../rules/charges/month-state-rules.ts';

/** `owed` in cents, `next_charge` an ISO date. */
type Month = { owed: number | null; next_charge: string | null; processing: boolean };

const NOTHING: Month = { owed: null, next_charge: null, processing: false };

/**
 * The latest month of a monthly donation. `owed` is what a new card is charged at once, where the card on record was
 * asked for it and did not pay, whether or not that is tried again: at the amount that its letter named, or as is given
 * now where the month was never asked for. Null where nothing is owed, and while an attempt is under way.
 * `next_charge`: when the card on record is charged next; null where that waits for the donor. `processing`: a bank is
 * at it, for days.
 */
export async function readMonth({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, id: string): Promise<Month> {
  const { publicationId } = config;
  const donation = await db.donation.findFirst({ where: { publicationId, id, process: 'monthly-init', ended: null } });
  if (!donation) return NOTHING;
  const charge = await db.charge.findFirst({
    where: { publicationId, ownerId: donation.ownerId, kind: 'donation', subject: id },
    orderBy: { cycle: 'desc' },
    select: {
      cycle: true,
      amount: true,
      nextAttempt: true,
      attempts: { orderBy: { attempt: 'desc' }, take: 1, select: { outcome: true } },
    },
  });
  const month = charge && { ...charge, comesUp: charge.nextAttempt, outcome: charge.attempts[0]?.outcome ?? null };
  const { refused, processing, next, from } = monthStateOf(donation, month, clock());
  return { owed: from === null ? donation.amount : refused, next_charge: next?.toISOString().slice(0, 10) ?? null, processing };
}
