import { LoggedInWords } from '@newsstand/ui/logged-in-words';
import { ownPath } from '@newsstand/ui/messages';
import { Head } from '../head.tsx';
import type { RedeemWidget } from './messages.ts';
import styles from './redeem-view.module.css';

type Props = {
  widget: RedeemWidget;
  text: 'subscribe.redeem_missing' | 'subscribe.redeem_already' | 'subscribe.redeem_refunded' | 'subscribe.redeem_on_its_way';
  name?: string;
};

/** Section 8, redeem: already redeemed, refunded, or not found, with where to write. */
export const RedeemMessage = ({ widget: { t, page }, text, name = '' }: Props) => {
  const { support_address } = page.publication;
  return (
    <LoggedInWords>
      <div className={styles.page}>
        <Head title={t('subscribe.redeem_title')} intro={t(text, { name })} />
        {text === 'subscribe.redeem_already' && (
          <p>
            <a href={ownPath('/account')}>{t('subscribe.redeemed_account')}</a>
          </p>
        )}
        <p>
          {t('subscribe.redeem_support')} <a href={`mailto:${support_address}`}>{support_address}</a>
        </p>
      </div>
    </LoggedInWords>
  );
};
