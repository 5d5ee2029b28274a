import { ownPath } from '@newsstand/ui/messages';
import { addressLines } from '@newsstand/contracts/address';
import { mediumOf, shipcodeOf } from '@newsstand/contracts/deliverable';
import { formatCents } from '@newsstand/contracts/money';
import type { Known } from '../widget.ts';
import { onOrAbout, paymentLines } from '../words.ts';
import styles from './upcoming.module.css';

/** What a reader comes for: the next issue, when and where to; and the next charge, its day, amount and card. */
export const Upcoming = ({ widget: { t, subscriber } }: { widget: Known }) => {
  const { next_issue: issue, next_charges: charges = [], renewal_charge: renewal, account, standing } = subscriber;
  // A service that was deployed before these were told says nothing of them.
  const isOff = renewal && 'autorenew' in standing && !standing.autorenew;
  if (!issue && charges.length === 0 && !isOff) return null;
  const zone = issue && shipcodeOf(issue.deliverable);
  const address = zone && account.addresses[zone];
  const [card] = paymentLines(subscriber.payment_info, t) ?? [];
  return (
    <dl className={styles.next}>
      {issue && (
        <div className={styles.part}>
          <dt className={styles.term}>{t('account.next_issue')}</dt>
          <dd className={styles.what}>
            {t('account.issue_number', { number: issue.number })}
            {issue.title && `: ${issue.title}`}
          </dd>
          <dd>{t('account.out', { when: onOrAbout(issue.when, t) ?? t('account.no_day') })}</dd>
          <dd className={styles.note}>
            {mediumOf(issue.deliverable) === 'digital' ? (
              t('account.comes_here')
            ) : (
              <>
                {t('account.comes_to')}{' '}
                <a href={ownPath('/account/address')}>{address ? addressLines(address).join(', ') : t('account.no_address_on_record')}</a>
              </>
            )}
            {issue.copies > 1 && ` ${t('account.copies', { count: issue.copies })}`}
          </dd>
        </div>
      )}
      {charges.map(({ type, amount, when, after }, index) => (
        <div key={`${type}${index}`} className={styles.part}>
          <dt className={styles.term}>{t('account.next_charge')}</dt>
          <dd className={styles.what}>{formatCents(amount)}</dd>
          <dd>{t(`account.charge_${type}`, { when: onOrAbout(when, t) ?? t('account.at_the_end') })}</dd>
          <dd className={styles.note}>
            {type === 'renewal' ? (
              <>
                {after !== null && `${t('account.charge_after', { number: after })} `}
                <a href={ownPath('/account/payment')}>{card}</a>
              </>
            ) : (
              <a href={`${ownPath('/account')}#account-donations`}>{t('account.see_donation')}</a>
            )}
          </dd>
        </div>
      ))}
      {isOff && charges.length === 0 && (
        <div className={styles.part}>
          <dt className={styles.term}>{t('account.next_charge')}</dt>
          <dd className={styles.what}>{t('account.no_charge')}</dd>
          <dd>
            {t('account.no_charge_text', {
              amount: formatCents(renewal.amount),
              when: onOrAbout(renewal.when, t) ?? t('account.at_the_end'),
            })}
          </dd>
        </div>
      )}
    </dl>
  );
};
