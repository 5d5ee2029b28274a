import { lazy } from 'react';
import { ownPath } from '@newsstand/ui/messages';
import { displayDate } from '@newsstand/contracts/display-date';
import type { Subscription } from '@newsstand/contracts/subscription';
import { Notice } from '@newsstand/ui/notice';
import { LinkButton } from '@newsstand/ui/link-button';
import { Actions, Fact, Facts } from '../parts.tsx';
import { postedOf } from '../address/required-zones.ts';
import { addressOf, herePath } from '../routes.ts';
import { rateName, termName } from '../words.ts';
import type { Known, T } from '../widget.ts';
import { AutorenewButton } from './autorenew-button.tsx';
import { Upcoming } from './upcoming.tsx';
import { Delivered } from './delivered.tsx';
import { missingAddress } from './missing-address.ts';
import styles from './standing-part.module.css';

/** Few have one. */
const RenewalInvoices = lazy(async () => ({
  default: (await import(/* webpackChunkName: "gifts" */ './renewal-invoices.tsx')).RenewalInvoices,
}));

/** Where the reader stands (section 4, subscription display), and what can be done about it. */
export const StandingPart = ({ widget }: { widget: Known }) => {
  const { t, subscriber } = widget;
  const { standing, timetable, account } = subscriber;
  const current = timetable.current_subscription?.info ?? null;
  const lifetime = timetable.lifetime_subscription?.info ?? null;
  const shown = current ?? lifetime;
  const missing = missingAddress(subscriber);
  const lost = missing ?? postedOf(timetable).find(({ zone }) => account.address_returned?.[zone]);
  return (
    <>
      {account.email_failing && (
        <Notice kind="warning">
          <p>{t('account.email_failing', { email: account.email })}</p>
        </Notice>
      )}
      {lost && (
        <Notice kind="warning">
          <p>
            <a href={addressOf(lost.info.token)}>{t(missing ? 'account.no_address_to_send' : 'account.address_returned')}</a>{' '}
            {missing && t('account.no_address_zone', { zone: t(`account.zone_${lost.zone}`) })}
          </p>
        </Notice>
      )}
      <Upcoming widget={widget} />
      <div className={styles.stand}>
        <Figure widget={widget} />
        <Facts figures>
          {shown && <SubscriptionFacts info={shown} later={lifetime === null || lifetime.token === shown.token ? null : lifetime} t={t} />}
          <Fact term={t('account.created')}>
            <time dateTime={account.created}>{displayDate(account.created)}</time>
          </Fact>
          {standing.type !== 'lifetime' && standing.type !== 'none' && standing.type !== 'cancelled' && (
            <Fact term={t('account.autorenew')}>{t(standing.autorenew ? 'account.autorenew_on' : 'account.autorenew_off')}</Fact>
          )}
        </Facts>
      </div>
      {subscriber.renewal_processing && <Notice kind="info">{t('account.renewal_processing')}</Notice>}
      {account.autorenew_stopped && (
        <Notice kind="warning">
          <p>{t(`account.autorenew_stopped_${account.autorenew_stopped.how}`, { number: account.autorenew_stopped.number })}</p>
        </Notice>
      )}
      <Notes widget={widget} />
      {subscriber.invoices.some(({ renews }) => renews) && <RenewalInvoices widget={widget} />}
      <Ways widget={widget} />
      {subscriber.future_settings_differ && (
        <Notice kind="info">
          <p>
            {t('account.future_differ')} <a href={herePath('account-subscription')}>{t('account.future_differ_link')}</a>
          </p>
        </Notice>
      )}
    </>
  );
};

/** How the subscription comes. `later`: a lifetime that begins when this one has run out. */
const SubscriptionFacts = ({ info, later, t }: { info: Subscription; later: Subscription | null; t: T }) => {
  const comesOtherwise = later !== null && later.deliverables.active !== info.deliverables.active;
  return (
    <>
      <Fact term={t('account.term')}>
        {termName(info, t)}
        {later && `, ${t('account.then')} ${termName(later, t)}`}
      </Fact>
      <Fact term={t('account.medium')}>
        <Delivered deliverables={info.deliverables} t={t} />
        {comesOtherwise && (
          <>
            {`, ${t('account.then')} `}
            <Delivered deliverables={later.deliverables} t={t} />
          </>
        )}
      </Fact>
      <Fact term={t('account.rate')}>
        {rateName(info, t)}
        {later && later.level !== info.level && `, ${t('account.then')} ${t(`account.level_${later.level}`)}`}
      </Fact>
    </>
  );
};

/** The one number that a reader comes for, or the words that stand for it. */
const Figure = ({ widget: { t, subscriber } }: { widget: Known }) => {
  const { standing, timetable } = subscriber;
  /** Later cycles, whose issues count in the number as well. */
  const following = timetable.future_subscriptions.length;
  switch (standing.type) {
    case 'extended':
    case 'expiring':
      return (
        <p className={styles.figure}>
          <span className={styles.number}>{standing.left}</span>{' '}
          <span className={styles.unit}>{t(standing.left === 1 ? 'account.issue_remaining' : 'account.issues_remaining')}</span>{' '}
          {following > 0 && (
            <span className={styles.summed}>
              {t(following === 1 ? 'account.issues_of_two' : 'account.issues_of_more', { count: following })}
            </span>
          )}{' '}
          <span className={styles.status}>
            {t(standing.type === 'expiring' && standing.autorenew ? 'account.status_renewing' : `account.status_${standing.type}`)}
          </span>
        </p>
      );
    case 'lifetime':
      return (
        <p className={styles.figure}>
          <span className={styles.words}>{t('account.indefinite')}</span>{' '}
          <span className={styles.unit}>{t('account.indefinite_text')}</span>{' '}
          <span className={styles.status}>{t('account.status_lifetime')}</span>
        </p>
      );
    case 'expired':
      return (
        <p className={styles.figure}>
          <span className={styles.number}>0</span> <span className={styles.unit}>{t('account.issues_remaining')}</span>{' '}
          <span className={styles.status}>{t('account.status_expired')}</span>
        </p>
      );
    case 'cancelled':
      return (
        <p className={styles.figure}>
          <span className={styles.number}>0</span> <span className={styles.unit}>{t('account.issues_remaining')}</span>{' '}
          <span className={styles.status}>{t('account.status_cancelled')}</span>
        </p>
      );
    case 'none':
      return (
        <p className={styles.figure}>
          <span className={styles.words}>{t('account.none_title')}</span> <span className={styles.unit}>{t('account.none_text')}</span>
        </p>
      );
  }
};

const Notes = ({ widget: { t, subscriber } }: { widget: Known }) => {
  const { standing } = subscriber;
  switch (standing.type) {
    case 'extended':
      return standing.autorenew && <p>{t('account.renews')}</p>;
    case 'expiring':
      return standing.autorenew ? (
        <p>{t('account.renews')}</p>
      ) : (
        <Notice kind="warning" title={t('account.expiring_title')}>
          <p>{t('account.expiring_text')}</p>
        </Notice>
      );
    case 'expired': {
      const { renewal, renewal_processing } = subscriber;
      // The notice above says so already, and there is nothing to do.
      if (renewal_processing) return null;
      const state = standing.autorenew ? 'on' : 'off';
      return (
        <Notice kind={standing.autorenew && !renewal ? 'info' : 'warning'} title={t(`account.expired_${state}_title`)}>
          <p>
            {renewal
              ? t(`account.expired_${renewal.state}`, { date: renewal.at === null ? '' : displayDate(renewal.at) })
              : t(`account.expired_${state}_text`)}
            {(renewal?.state === 'again' || renewal?.state === 'refused') && (
              <>
                {' '}
                <a href={ownPath('/account/payment')}>{t('account.expired_card')}</a>
              </>
            )}
          </p>
        </Notice>
      );
    }
    case 'cancelled':
      return (
        <Notice kind="warning" title={t('account.cancelled_title')}>
          <p>{t('account.cancelled_text')}</p>
        </Notice>
      );
    case 'lifetime':
      return (
        <div className={styles.prompt}>
          <p className={styles.promptTitle}>{t('account.lifetime_donate_title')}</p>
          <p>{t('account.lifetime_donate_text')}</p>
        </div>
      );
    case 'none':
      return null;
  }
};

const Ways = ({ widget }: { widget: Known }) => {
  const { t, subscriber } = widget;
  const { standing } = subscriber;
  switch (standing.type) {
    case 'extended':
    case 'expiring':
    case 'expired':
      return (
        <Actions>
          <LinkButton href={ownPath('/subscribe/renew')}>{t('account.renewal_options')}</LinkButton>
          <AutorenewButton widget={widget} on={standing.autorenew} />
        </Actions>
      );
    case 'lifetime':
      return (
        <Actions>
          <LinkButton href={ownPath('/donate')}>{t('account.donate')}</LinkButton>
        </Actions>
      );
    case 'cancelled':
      return (
        <Actions>
          <LinkButton href={ownPath('/subscribe/renew')}>{t('account.renewal_options')}</LinkButton>
        </Actions>
      );
    case 'none':
      return (
        <Actions>
          <LinkButton href={ownPath('/subscribe')}>{t('account.subscribe')}</LinkButton>
        </Actions>
      );
  }
};
