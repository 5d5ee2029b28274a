import type { DonationRestarted } from '@newsstand/contracts/card-endpoints';
import { bringUpDonation } from '../calendar/bring-up.ts';
import { chargeAtOnce } from '../calendar/charge-at-once.ts';
import { keepSetup } from '../card/keep-setup.ts';
import { onRecord } from '../card/payment-snapshot.ts';
import { cardRefusal } from '../card/refuse-payment.ts';
import type { Deps } from '../deps.ts';
import { findDonation } from './find-donation.ts';

/**
 * Puts a confirmed card on record for the monthly donation behind a token, and charges it for the month that is owed: the latest one, once, however
 * often the page asks (section 4, monthly donation card update). Refuses (402) what the bank did not pay; the card is on record all the same,
 * with the name that was typed, or the card's own.
 */
export async function restartDonation(deps: Deps, token: string, setupIntent: string, typed: string | null): Promise<DonationRestarted> {
  const { holder } = await findDonation(deps, token);
  const { ownerId, payment, name } = await keepSetup(deps, holder, setupIntent, typed);
  const keys = await deps.db.$transaction((tx) => bringUpDonation(tx, deps, { ownerId, id: holder.id }));
  let charged = 0;
  for (const key of keys) {
    const tried = await chargeAtOnce(deps, key);
    if (tried.type === 'failed') throw cardRefusal(deps, 402, 'declined');
    if (tried.type === 'authorize-card') throw cardRefusal(deps, 402, 'asks');
    if (tried.type === 'paid') charged += tried.amount;
  }
  return { ...onRecord(payment, name), failing: (await findDonation(deps, token)).failing, charged };
}
