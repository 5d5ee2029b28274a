import { ownPath } from '@newsstand/ui/messages';
import { addressLines } from '@newsstand/contracts/address';
import { SHIPCODES } from '@newsstand/contracts/shipcode';
import { Notice } from '@newsstand/ui/notice';
import { ChangeLink, Fact, Facts } from '../parts.tsx';
import type { Known } from '../widget.ts';
import styles from './account-settings.module.css';
import { IssueLetters } from './issue-letters.tsx';
import { missingAddress } from './missing-address.ts';

/** Section 2, account settings: name, email, shipping addresses, with the warnings of section 8. */
export const AccountSettings = ({ widget }: { widget: Known }) => {
  const { t, subscriber } = widget;
  const { account } = subscriber;
  const zones = SHIPCODES.filter((zone) => account.addresses[zone] !== null);
  return (
    <>
      {missingAddress(subscriber) && (
        <Notice kind="warning">
          <p>{t('account.no_address_warning')}</p>
        </Notice>
      )}
      <Facts>
        <Fact
          term={t('account.name')}
          action={
            <ChangeLink href={ownPath('/account/name')} about={t('account.change_name')}>
              {t('account.change')}
            </ChangeLink>
          }
        >
          {account.name === account.email ? t('account.no_name') : account.name}
        </Fact>
        <Fact
          term={t('account.email')}
          action={
            <ChangeLink href={ownPath('/account/email')} about={t('account.change_email')}>
              {t('account.change')}
            </ChangeLink>
          }
        >
          {account.email}
          {account.email_change !== null && <p className={styles.note}>{t('account.email_pending', { email: account.email_change })}</p>}
          {account.email_failing && <p className={styles.warning}>{t('account.email_failing', { email: account.email })}</p>}
        </Fact>
        {zones.map((zone) => {
          const address = account.addresses[zone];
          return (
            address && (
              <Fact
                key={zone}
                term={t('account.address_of', { zone: t(`account.zone_${zone}`) })}
                action={
                  <ChangeLink
                    href={ownPath('/account/address')}
                    about={`${t('account.change')}: ${t('account.address_of', { zone: t(`account.zone_${zone}`) })}`}
                  >
                    {t('account.change')}
                  </ChangeLink>
                }
              >
                <address className={styles.address}>
                  {addressLines(address).map((line) => (
                    <span key={line} className={styles.line}>
                      {line}
                    </span>
                  ))}
                </address>
              </Fact>
            )
          );
        })}
        {zones.length === 0 && (
          <Fact
            term={t('account.addresses')}
            action={
              <ChangeLink href={ownPath('/account/address')} about={t('account.add_address')}>
                {t('account.add_address')}
              </ChangeLink>
            }
          >
            {t('account.no_address_on_record')}
          </Fact>
        )}
        {account.issue_letters !== undefined && (
          <Fact term={t('account.letters')}>
            <IssueLetters widget={widget} wanted={account.issue_letters} />
          </Fact>
        )}
        <Fact term={t('account.reference')}>
          {account.ref}
          <p className={styles.note}>{t('account.reference_hint')}</p>
        </Fact>
      </Facts>
    </>
  );
};
