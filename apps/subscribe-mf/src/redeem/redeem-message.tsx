import type { Widget } from '../widget.ts';
import styles from './redeem-view.module.css';

type Props = { widget: Widget; text: 'subscribe.redeem_missing' | 'subscribe.redeem_already' };

/** Section 8, redeem: already redeemed, or not found, with where to write. */
export const RedeemMessage = ({ widget: { t, page }, text }: Props) => {
  const { support_address } = page.publication;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('subscribe.redeem_title')}</h1>
      <p className={styles.intro}>{t(text)}</p>
      <p>
        {t('subscribe.redeem_support')} <a href={`mailto:${support_address}`}>{support_address}</a>
      </p>
    </div>
  );
};
