import { Deliverable, Level, Term } from '@newsstand/contracts/cart';
import { mediumOf } from '@newsstand/contracts/deliverable';
import type { Receipt } from '@newsstand/contracts/receipt';
import * as v from 'valibot';
import type { Deps } from '../deps.ts';
import { describeChoice } from '../pricing/membership-rules.ts';
import { redeemUrl } from './redeem-url.ts';

const Chosen = v.object({ deliverable: Deliverable, level: Level, term: Term });

/** The gifts that an order bought, in the order of its lines, as its purchaser may see them. */
export async function readGifts({ db, config }: Pick<Deps, 'db' | 'config'>, orderId: string): Promise<NonNullable<Receipt['gifts']>> {
  const gifts = await db.gift.findMany({
    where: { publicationId: config.publicationId, orderId },
    orderBy: [{ ordinal: 'asc' }, { number: 'asc' }],
    select: { token: true, deliverable: true, level: true, term: true, redeemed: true, recipientName: true },
  });
  return gifts.map((gift) => {
    const chosen = v.parse(Chosen, gift);
    return {
      token: gift.token,
      detail: describeChoice(chosen),
      url: redeemUrl(config.publicUrl, gift.token),
      redeemed: gift.redeemed !== null,
      ...(gift.recipientName !== null && { sent_to: gift.recipientName }),
      medium: mediumOf(chosen.deliverable),
      term: chosen.term,
    };
  });
}
