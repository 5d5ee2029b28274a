import type { PageData } from '@newsstand/contracts/page-data';
import { readReader } from '../access/read-reader.ts';
import type { Deps } from '../deps.ts';
import { readSubscriptions } from '../subscription/read-subscriptions.ts';
import { readSentTerm } from './claim-sent-gift.ts';
import { findGift } from './find-gift.ts';
import { redeemOptions } from './redeem-rules.ts';

/** What the redeem page is told of a gift: null where there is none. For a reader who is logged in it may be a renewal. */
export async function readRedeem(deps: Deps, token: string | undefined, session: string | null): Promise<PageData['redeem']> {
  const found = token === undefined ? null : await findGift(deps, token);
  if (!found) return null;
  const { gift, giver, sent, purchaser } = found;
  const account = (await readReader(deps, session))?.accountId ?? null;
  const subscriptions = account === null ? [] : await readSubscriptions(deps, account);
  const isAnothers = sent !== null && account !== null && account !== purchaser;
  return {
    gift: {
      token: gift.token,
      order: { name: giver },
      term: gift.term,
      level: gift.level,
      deliverables: { set: gift.deliverable },
      redeemed: gift.redeemed !== null && sent === null,
      sent_to: sent?.name ?? null,
      ...(isAnothers && { can_claim: (await readSentTerm(deps, { ...found, sent })) !== null }),
    },
    options: redeemOptions(deps.publication.cached().prices, gift, subscriptions),
  };
}
