import { useMemo } from 'react';
import { displayDate } from '@newsstand/contracts/display-date';
import type { OwnGift } from '@newsstand/contracts/account';
import { createMessages, type Translate } from '@newsstand/ui/messages';
import { receiptPath } from '../routes.ts';
import type { Known } from '../widget.ts';
import styles from './gifts.module.css';
import { giftMessages } from './messages-gifts.ts';

type T = Translate<typeof giftMessages>;

/**
 * The gifts that the reader bought: what became of each, and the link and the card again. Staff who looks is given no
 * link.
 */
export const Gifts = ({ widget: { subscriber, page, viewOnly } }: { widget: Known }) => {
  const { messages } = page.publication;
  const t = useMemo(() => createMessages(giftMessages, messages), [messages]);
  return (
    <ul className={styles.gifts}>
      {subscriber.gifts?.map((gift) => (
        <li key={gift.token} className={styles.gift}>
          <p className={styles.what}>{gift.detail}</p>
          <p className={styles.note}>
            {standing(gift, t)} · {t('account.gift_bought', { date: displayDate(gift.bought) })}
          </p>
          {!viewOnly && <Ways gift={gift} t={t} />}
        </li>
      ))}
    </ul>
  );
};

const Ways = ({ gift, t }: { gift: OwnGift; t: T }) => (
  <>
    {isOpen(gift) && (
      <p className={styles.link}>
        {t('account.gift_link')} <a href={gift.url}>{gift.url}</a>
      </p>
    )}
    <p>
      <a className={styles.card} href={receiptPath(gift.receipt)}>
        {t(isOpen(gift) ? 'account.gift_card' : 'account.gift_receipt')}
      </a>
    </p>
  </>
);

/** Still to be passed on: the receipt has its card. */
const isOpen = ({ redeemed, refunded, sent_to }: OwnGift): boolean => redeemed === null && !refunded && sent_to === null;

const standing = ({ redeemed, refunded, sent_to }: OwnGift, t: T): string => {
  if (refunded) return t('account.gift_refunded');
  if (sent_to !== null) return t('account.gift_sent', { name: sent_to });
  return redeemed === null ? t('account.gift_open') : t('account.gift_redeemed', { date: displayDate(redeemed) });
};
