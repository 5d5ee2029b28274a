import { useId } from 'react';
import { displayDate } from '@newsstand/contracts/display-date';
import { Button } from '@newsstand/ui/button';
import { createMessages } from '@newsstand/ui/messages';
import type { T } from '../page-texts.ts';
import { type Gift, GiftCard } from './gift-card.tsx';
import { endedMessages } from './messages.ts';
import styles from './receipt-gifts.module.css';

type Props = {
  gifts: Gift[];
  publication: string;
  giver: string;
  base: string;
  messages: Readonly<Record<string, string>>;
  t: T;
  onPrint(): void;
};

/**
 * The gifts that were bought, each with the card that is handed over; what somebody has redeemed, is posted already or
 * was refunded needs none.
 */
export const ReceiptGifts = ({ gifts, messages, onPrint, ...card }: Props) => {
  const tEnded = createMessages(endedMessages, messages);
  const { t } = card;
  const id = useId();
  return (
    <section className={styles.gifts} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 className={styles.title} id={id}>
          {t('checkout.receipt_gifts')}
        </h2>
        {gifts.some(hasCard) && (
          <>
            <p className={styles.note}>{t('checkout.receipt_gifts_note')}</p>
            <Button kind="secondary" onClick={onPrint}>
              {t('checkout.receipt_print_cards')}
            </Button>
          </>
        )}
      </header>
      <ol className={styles.list}>
        {gifts.map((gift, at) => (
          <li key={gift.token} className={hasCard(gift) ? styles.gift : styles.gone}>
            <p className={styles.words}>
              <span className={styles.name}>{t('checkout.receipt_gift', { n: at + 1 })}</span>{' '}
              <span className={styles.detail}>
                {[
                  gift.detail,
                  ...standing(gift, t),
                  ...(gift.ended === undefined ? [] : [tEnded('checkout.line_ended', { date: displayDate(gift.ended) })]),
                ].join(' · ')}
              </span>
            </p>
            {gift.sent_to !== undefined && (
              <p className={styles.link}>
                {t('checkout.receipt_gift_sent_link', { name: gift.sent_to })} <a href={gift.url}>{gift.url}</a>
              </p>
            )}
            {hasCard(gift) && <GiftCard gift={gift} n={at + 1} {...card} />}
          </li>
        ))}
      </ol>
    </section>
  );
};

/** Still to be passed on. */
const hasCard = ({ redeemed, refunded, sent_to }: Gift): boolean => !redeemed && !refunded && sent_to === undefined;

const standing = ({ redeemed, refunded, sent_to, meant_for }: Gift, t: T): string[] => {
  if (sent_to !== undefined) return [t('checkout.receipt_gift_sent', { name: sent_to })];
  return [
    ...(meant_for === undefined ? [] : [t('checkout.receipt_gift_for', { name: meant_for })]),
    ...(redeemed ? [t('checkout.receipt_gift_redeemed')] : []),
    ...(refunded ? [t('checkout.receipt_gift_refunded')] : []),
  ];
};
