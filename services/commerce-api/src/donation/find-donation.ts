import type { CardHolder } from '../card/card-holder.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';

export type FoundDonation = { holder: CardHolder & { kind: 'donation' }; failing: boolean };

/** The monthly donation behind the token of a letter's link, which stands for its donor; refuses (404) others, and (410) one that has ended. */
export async function findDonation({ db, config }: Pick<Deps, 'db' | 'config'>, token: string): Promise<FoundDonation> {
  const where = { publicationId: config.publicationId, token, process: 'monthly-init' };
  const donation = await db.donation.findFirst({ where, select: { id: true, failing: true, ended: true } });
  if (!donation) throw new Refusal(404, 'Not found.');
  if (donation.ended) throw new Refusal(410, 'This monthly donation has ended.');
  return { holder: { kind: 'donation', id: donation.id }, failing: donation.failing };
}
