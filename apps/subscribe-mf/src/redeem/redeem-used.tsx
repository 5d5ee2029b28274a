import { ownPath } from '@newsstand/ui/messages';
import type { Gift } from '@newsstand/contracts/gift';
import { LinkButton } from '@newsstand/ui/link-button';
import { Head } from '../head.tsx';
import type { RedeemWidget } from './messages.ts';
import styles from './redeem-view.module.css';
import { postedWords } from './sent-words.ts';

/** A gift that was posted directly, down to its last issue: there is nothing left to add to an account. */
export const RedeemUsed = ({ gift, widget: { t } }: { gift: Gift; widget: RedeemWidget }) => (
  <div className={styles.page}>
    <Head title={t('subscribe.redeem_used_title')} intro={postedWords(gift, t)} />
    <p>{t('subscribe.redeem_used')}</p>
    <p>
      <LinkButton href={ownPath('/subscribe')}>{t('subscribe.redeem_used_subscribe')}</LinkButton>
    </p>
  </div>
);
