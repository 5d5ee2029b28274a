import { ownPath } from '@newsstand/ui/messages';
import { ChangeLink, Fact, Facts } from '../parts.tsx';
import type { Known } from '../widget.ts';
import { paymentLines } from '../words.ts';
import styles from './account-settings.module.css';

/** Section 2, payment settings: card or bank details, or 'No payment card on record.' */
export const PaymentSettings = ({ widget: { t, subscriber } }: { widget: Known }) => {
  const lines = paymentLines(subscriber.payment_info, t);
  const words = t(lines ? 'account.change_payment' : 'account.add_card');
  return (
    <Facts>
      <Fact
        term={t(subscriber.payment_info?.ach && !subscriber.payment_info.card ? 'account.bank' : 'account.card')}
        action={
          <ChangeLink href={ownPath('/account/payment')} about={words}>
            {t(lines ? 'account.change' : 'account.add_card')}
          </ChangeLink>
        }
      >
        {lines ? (
          <>
            {lines[0]}
            <p className={styles.note}>{lines[1]}</p>
          </>
        ) : (
          t('account.no_card')
        )}
      </Fact>
    </Facts>
  );
};
