import { LoggedInWords } from '@newsstand/ui/logged-in-words';
import { Head } from '../head.tsx';
import { invoicePath } from '../routes.ts';
import type { RedeemWidget } from './messages.ts';
import styles from './redeem-view.module.css';

/**
 * The reader's own payment is at their bank: the gift is theirs when it has arrived. `payment` is the token of its
 * invoice page.
 */
export const RedeemPaying = ({ payment, widget: { t } }: { payment: string; widget: RedeemWidget }) => (
  <LoggedInWords>
    <div className={styles.page}>
      <Head title={t('subscribe.redeem_title')} intro={t('subscribe.redeem_paying')} />
      <p>
        <a href={invoicePath(payment)}>{t('subscribe.redeem_paying_see')}</a>
      </p>
    </div>
  </LoggedInWords>
);
