import type { CardHolder } from '../card/card-holder.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { UNDER_WAY } from '../subscription/retry-rules.ts';

export type FoundDonation = { holder: CardHolder & { kind: 'donation' }; failing: boolean };

const ENDED = 'This monthly donation has ended, and nothing more is charged.';
const ENDED_BUT_A_MONTH =
  'This monthly donation has ended. One month is still on its way: your bank is working on it. That may take a few days; when it is paid, a receipt comes to you by email.';

/** The monthly donation behind the token of a letter's link, which stands for its donor; refuses (404) others, and (410) one that has ended. */
export async function findDonation({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<FoundDonation> {
  const { publicationId } = config;
  const where = { publicationId, token, process: 'monthly-init' };
  const donation = await db.donation.findFirst({ where, select: { id: true, ownerId: true, failing: true, ended: true } });
  if (!donation) throw new Refusal(404, 'Not found.');
  const { id, ownerId } = donation;
  if (donation.ended) {
    const month = { publicationId, ownerId, kind: 'donation', subject: id, outcome: { in: UNDER_WAY } };
    throw new Refusal(410, (await db.chargeAttempt.count({ where: month })) > 0 ? ENDED_BUT_A_MONTH : ENDED);
  }
  return { holder: { kind: 'donation', id }, failing: donation.failing };
}
