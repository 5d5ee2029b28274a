import { DonationEnded } from '@newsstand/contracts/desk-verbs';
import { endDonation } from '../../ledger/planned-charges/end-donation.ts';
import { detachUnused } from '../../payments/provider/detach-unused.ts';
import { cancelAtOnce } from '../../payments/settle/cancel-abandoned.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Deps } from '../../publication/deps.ts';
import { UNDER_WAY } from '../../rules/charges/retry-rules.ts';
import { deskText } from '../../publication/texts/desk-texts.ts';
import { act } from '../act.ts';
import type { Person } from '../staff/staff-session.ts';
import { actionOf, tell, type Asked } from './reader-verb.ts';
import { knownReader } from '../known-reader.ts';

type EndDeps = Parameters<typeof cancelAtOnce>[0] & Parameters<typeof detachUnused>[0] & Pick<Deps, 'db' | 'clock' | 'config'>;

/**
 * Ends what a donor gives each month, as they do it themselves: nothing more is charged but what is on its way. Refuses
 * (409) one that has ended, or whose amount is not what was shown. It does not begin again by staff: only a donor lets
 * their card be charged.
 */
export async function endDonationFor(
  deps: EndDeps,
  person: Person,
  { donation: id, amount, ...asked }: Asked & { donation: string; amount: number },
): Promise<DonationEnded> {
  const { publicationId } = deps.config;
  const { owner } = asked;
  const ended = await act(deps, { person: person.id }, actionOf('endDonationFor', id, asked), DonationEnded, async (tx) => {
    const reader = await knownReader(tx, publicationId, owner);
    await tx.$queryRaw`select 1 from donation where publication_id = ${publicationId} and owner_id = ${owner}::uuid and id = ${id}::uuid for update`;
    const donation = await tx.donation.findFirst({ where: { publicationId, ownerId: owner, id, process: 'monthly-init' } });
    if (!donation) throw new Refusal(404, deskText('no_such_donation'));
    if (donation.ended !== null) throw new Refusal(409, deskText('donation_ended'));
    if (donation.amount !== amount) throw new Refusal(409, deskText('donation_changed'));
    await endDonation(tx, donation, deps.clock());
    const attempts = { publicationId, ownerId: owner, kind: 'donation', subject: id, outcome: { in: [...UNDER_WAY] } };
    const processing = (await tx.chargeAttempt.count({ where: attempts })) > 0;
    const letter = await tell(tx, deps, asked, reader, {
      kind: 'donation-stopped',
      payload: { amount, next: null, processing, staff: true },
    });
    return { to: { amount }, result: { amount, processing, letter } };
  });
  if (asked.dry) return ended;
  // At the provider, so not before the transaction has held.
  await cancelAtOnce(deps, owner);
  const { method } = await deps.db.donation.findFirstOrThrow({ where: { publicationId, ownerId: owner, id }, select: { method: true } });
  if (method !== null) await detachUnused(deps, { ownerId: owner, method });
  return ended;
}
