import type { Receipt } from '@newsstand/contracts/receipt';
import type { T } from '../page-texts.ts';
import styles from './receipt-gifts.module.css';

type Gifts = NonNullable<Receipt['gifts']>;

/** The gifts that were bought, each as a card with a code and the address where it is redeemed: to be printed, copied and passed on. */
export const ReceiptGifts = ({ gifts, base, t }: { gifts: Gifts; base: string; t: T }) => (
  <div className={styles.gifts}>
    <h2 className={styles.title}>{t('checkout.receipt_gifts')}</h2>
    <p className={styles.note}>{t('checkout.receipt_gifts_note')}</p>
    <ol className={styles.list}>
      {gifts.map((gift, at) => (
        <Card key={gift.token} gift={gift} n={at + 1} base={base} t={t} />
      ))}
    </ol>
  </div>
);

const Card = ({ gift: { token, detail, url, redeemed, sent_to }, n, base, t }: { gift: Gifts[number]; n: number; base: string; t: T }) => {
  const opens = !redeemed || sent_to !== undefined;
  return (
    <li className={styles.gift}>
      {opens && (
        <img
          className={styles.code}
          src={`${base}/api/gifts/${encodeURIComponent(token)}/qr.svg`}
          width={112}
          height={112}
          alt={t('checkout.receipt_gift_code', { n })}
        />
      )}
      <div className={styles.words}>
        <span className={styles.name}>
          {t('checkout.receipt_gift', { n })} <span className={styles.detail}>{detail}</span>
        </span>
        {sent_to !== undefined && <span className={styles.detail}>{t('checkout.receipt_gift_sent', { name: sent_to })}</span>}
        {opens ? (
          <a className={styles.link} href={url}>
            {url}
          </a>
        ) : (
          <span className={styles.detail}>{t('checkout.receipt_gift_redeemed')}</span>
        )}
      </div>
    </li>
  );
};
