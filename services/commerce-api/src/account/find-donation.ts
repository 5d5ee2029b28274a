import type { CardHolder } from '../payments/provider/card-holder.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Deps } from '../publication/deps.ts';
import { apiText } from '../platform/http/api-text.ts';
import { UNDER_WAY } from '../rules/charges/retry-rules.ts';

export type FoundDonation = { holder: CardHolder & { kind: 'donation' }; failing: boolean };

const ENDED = apiText('donation_ended');
const ENDED_BUT_A_MONTH = apiText('donation_ended_month');

/**
 * The monthly donation behind the token of a letter's link, which stands for its donor; refuses (404) others, and (410)
 * one that has ended.
 */
export async function findDonation({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<FoundDonation> {
  const { publicationId } = config;
  const where = { publicationId, token, process: 'monthly-init' };
  const donation = await db.donation.findFirst({ where, select: { id: true, ownerId: true, failing: true, ended: true } });
  if (!donation) throw new Refusal(404, apiText('not_found'));
  const { id, ownerId } = donation;
  if (donation.ended) {
    const month = { publicationId, ownerId, kind: 'donation', subject: id, outcome: { in: UNDER_WAY } };
    throw new Refusal(410, (await db.chargeAttempt.count({ where: month })) > 0 ? ENDED_BUT_A_MONTH : ENDED);
  }
  return { holder: { kind: 'donation', id }, failing: donation.failing };
}
