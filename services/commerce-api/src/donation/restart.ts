import { bringUpDonation, chargeAtOnce } from '../calendar/charge-at-once.ts';
import { keepSetup } from '../card/keep-setup.ts';
import { onRecord } from '../card/payment-snapshot.ts';
import { cardRefusal } from '../card/refuse-payment.ts';
import type { Deps } from '../deps.ts';
import type { FoundDonation } from './find-donation.ts';

/**
 * A donation whose card was refused goes on with another: the card is put on record, and the month that is owed is charged with it, once, whoever
 * else asks at the same moment (section 4). Refuses (402) when the bank refuses this one too, or wants to hear from its owner; the card stays on record.
 */
export async function restart(deps: Deps, { holder }: FoundDonation, setupIntent: string) {
  const held = await keepSetup(deps, holder, setupIntent, null);
  const owed = await deps.db.$transaction((tx) => bringUpDonation(tx, deps, { ownerId: held.ownerId, id: holder.id }));
  let months = 0;
  for (const key of owed) {
    const { type } = await chargeAtOnce(deps, key);
    if (type === 'authorize-card') throw cardRefusal(deps, 402, 'authorize');
    if (type === 'failed') throw cardRefusal(deps, 402, 'refused');
    if (type === 'paid') months++;
  }
  const { amount, failing } = await deps.db.donation.findFirstOrThrow({
    where: { id: holder.id },
    select: { amount: true, failing: true },
  });
  return { ...onRecord(held.payment, held.name), failing, charged: months * amount };
}
