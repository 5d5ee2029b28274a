import type { Gift } from '@newsstand/contracts/gift';
import type { PageData } from '@newsstand/contracts/page-data';
import { readSentTerm } from '../../ledger/gifts/claim-sent-gift.ts';
import { findGift } from '../../ledger/gifts/find-gift.ts';
import { readSubscriptions } from '../../ledger/terms/read-subscriptions.ts';
import type { Deps } from '../../publication/deps.ts';
import { readReader } from '../../readers/login/read-reader.ts';
import { redeemOptions } from '../../rules/gifts/redeem-rules.ts';
import { countIssues, isRunning, type Subscription } from '../../rules/subscriptions/subscription-rules.ts';

/**
 * What the redeem page is told of a gift: null where there is none. For a reader who is logged in it may be a renewal.
 */
export async function readRedeem(deps: Deps, token: string | undefined, session: string | null): Promise<PageData['redeem']> {
  const found = token === undefined ? null : await findGift(deps, token);
  if (!found) return null;
  const { gift, giver, sent, purchaser, holder, payment, refunded } = found;
  const account = (await readReader(deps, session))?.accountId ?? null;
  const subscriptions = account === null ? [] : await readSubscriptions(deps, account);
  const term = sent && (await readSentTerm(deps, { ...found, sent }));
  const isAnothers = sent !== null && account !== null && account !== purchaser;
  return {
    gift: {
      token: gift.token,
      order: { name: giver },
      term: gift.term,
      level: gift.level,
      deliverables: { set: gift.deliverable },
      redeemed: gift.redeemed !== null && sent === null,
      ...(refunded && { refunded }),
      sent_to: sent?.name ?? null,
      ...(term && { issues: issuesOf(term) }),
      payment: account !== null && holder === account ? payment : null,
      ...(isAnothers && { can_claim: term !== null && isRunning(term) }),
    },
    options: redeemOptions(deps.publication.cached().prices, gift, subscriptions),
  };
}

const issuesOf = (term: Subscription): NonNullable<Gift['issues']> => {
  const { delivered, left } = countIssues(term);
  return { delivered, left };
};
