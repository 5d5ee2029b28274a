import type { Receipt } from '@newsstand/contracts/receipt';
import type { T } from '../page-texts.ts';
import styles from './receipt-gifts.module.css';

/** The gifts that were bought, each with the address where it is redeemed: to be opened, copied and passed on. */
export const ReceiptGifts = ({ gifts, t }: { gifts: NonNullable<Receipt['gifts']>; t: T }) => (
  <div className={styles.gifts}>
    <h2 className={styles.title}>{t('checkout.receipt_gifts')}</h2>
    <p className={styles.note}>{t('checkout.receipt_gifts_note')}</p>
    <ol className={styles.list}>
      {gifts.map(({ token, detail, url, redeemed, sent_to }, at) => (
        <li key={token} className={styles.gift}>
          <span className={styles.name}>
            {t('checkout.receipt_gift', { n: at + 1 })} <span className={styles.detail}>{detail}</span>
          </span>
          {sent_to !== undefined && <span className={styles.detail}>{t('checkout.receipt_gift_sent', { name: sent_to })}</span>}
          {redeemed && sent_to === undefined ? (
            <span className={styles.detail}>{t('checkout.receipt_gift_redeemed')}</span>
          ) : (
            <a className={styles.link} href={url}>
              {url}
            </a>
          )}
        </li>
      ))}
    </ol>
  </div>
);
