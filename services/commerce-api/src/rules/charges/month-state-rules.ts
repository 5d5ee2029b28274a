import { UNDER_WAY } from './retry-rules.ts';
import { chargeDate, planDonation, type MonthlyDonation } from './monthly-rules.ts';

/**
 * The charge of the latest month of a donation that was written down. `outcome` is that of its last attempt, null
 * before the first; `comesUp` is null once it has ended.
 */
type MonthCharge = { cycle: number; amount: number; comesUp: Date | null; outcome: string | null };

/** How the latest month of a donation stands. Amounts in cents. */
type MonthState = {
  /**
   * What was asked for and not paid, at the amount that its letter named, whether or not it is tried again; null while
   * an attempt is under way.
   */
  refused: number | null;
  /** It is on its way, whether or not the donation has ended since: a bank is at it, for days. */
  processing: boolean;
  /** When the card on record is charged next; null where that waits for the donor. */
  next: Date | null;
  /**
   * From when on the donation's own amount is charged: the month after one that keeps its own. Null for 'from the next
   * charge on', whenever that is.
   */
  from: Date | null;
};

const NOTHING: MonthState = { refused: null, processing: false, next: null, from: null };
const REFUSED = ['declined', 'stop', 'authentication-required'];

export function monthStateOf(donation: MonthlyDonation, month: MonthCharge | null, now: Date): MonthState {
  const plan = planDonation(donation, now);
  const processing = month !== null && month.outcome !== null && UNDER_WAY.includes(month.outcome);
  if (plan.type === 'ended') return { ...NOTHING, processing };
  const waits = plan.type === 'failing';
  const due = chargeDate(donation.first, plan.period);
  // A month that lapsed says nothing of the one that is charged next.
  const charge = month?.cycle === plan.period ? month : null;
  // What was given up without an attempt (there was no card) had its letter too.
  if (charge === null || (charge.outcome === null && !waits)) return { ...NOTHING, processing, ...(!waits && { next: due, from: due }) };
  const after = chargeDate(donation.first, plan.period + 1);
  if (charge.outcome !== null && !REFUSED.includes(charge.outcome))
    return { refused: null, processing, next: waits ? null : after, from: after };
  const waitsForDonor = waits || charge.outcome === 'authentication-required';
  return { refused: charge.amount, processing, next: waitsForDonor ? null : charge.comesUp, from: after };
}
