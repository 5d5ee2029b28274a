import type { DonationRestarted } from '@newsstand/contracts/card-endpoints';
import { reopenDonation } from '../ledger/planned-charges/reopen-charge.ts';
import { keepSetup } from '../payments/webhooks/keep-setup.ts';
import { onRecord } from '../payments/provider/payment-snapshot.ts';
import { chargeAtOnce } from '../payments/renewals/charge-at-once.ts';
import type { Deps } from '../publication/deps.ts';
import { findDonation } from './find-donation.ts';
import { cardText } from '../publication/texts/card-texts.ts';
import { Refusal } from '../platform/http/refusal.ts';

/**
 * Puts a confirmed card on record for the monthly donation behind a token, and charges it for the month that is owed:
 * the latest one, once, however often the page asks (section 4, monthly donation card update). Refuses (402) what the
 * bank did not pay; the card is on record all the same, with the name that was typed, or the card's own.
 */
export async function restartDonation(deps: Deps, token: string, setupIntent: string, typed: string | null): Promise<DonationRestarted> {
  const { holder } = await findDonation(deps, token);
  const { ownerId, payment, name } = await keepSetup(deps, holder, setupIntent, typed);
  const keys = await deps.db.$transaction((tx) => reopenDonation(tx, deps, { ownerId, id: holder.id }));
  let charged = 0;
  for (const key of keys) {
    const tried = await chargeAtOnce(deps, key);
    if (tried.type === 'failed') throw new Refusal(402, cardText('declined'));
    if (tried.type === 'authorize-card') throw new Refusal(402, cardText('asks'));
    if (tried.type === 'paid') charged += tried.amount;
  }
  return { ...onRecord(payment, name), failing: (await findDonation(deps, token)).failing, charged };
}
