import type { Gift } from '@newsstand/contracts/gift';
import type { T } from './messages.ts';

type Sent = Pick<Gift, 'sent_to' | 'issues'>;

/** Whether a gift that is posted directly has nothing left to come. */
export const isUsedUp = ({ issues }: Sent): boolean => issues?.left === 0;

/** How much of a gift that is posted directly has been posted, and how much is left. */
export const postedWords = ({ sent_to, issues }: Sent, t: T): string => {
  const { delivered, left } = issues ?? { delivered: 0, left: null };
  const name = sent_to ?? '';
  const posted = delivered === 1 ? t('subscribe.redeem_posted_one', { name }) : t('subscribe.redeem_posted', { count: delivered, name });
  return delivered === 0 ? issuesLeftText(left, t) : `${posted} ${issuesLeftText(left, t)}`;
};

const issuesLeftText = (left: number | null, t: T): string => {
  if (left === null) return t('subscribe.redeem_left_lifetime');
  if (left === 0) return t('subscribe.redeem_left_none');
  return left === 1 ? t('subscribe.redeem_left_one') : t('subscribe.redeem_left', { count: left });
};

/** The same, and what the link of such a gift is for now. */
export const sentWords = (gift: Sent, known: boolean, t: T): string => {
  if (isUsedUp(gift)) return `${postedWords(gift, t)} ${t('subscribe.redeem_posted_history')}`;
  // Nothing was posted yet, or the service does not say.
  if (!gift.issues?.delivered) return t(known ? 'subscribe.redeem_sent_known' : 'subscribe.redeem_sent', { name: gift.sent_to ?? '' });
  return `${postedWords(gift, t)} ${t(known ? 'subscribe.redeem_posted_add' : 'subscribe.redeem_posted_open')}`;
};
