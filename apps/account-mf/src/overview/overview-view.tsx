import { useEffect } from 'react';
import { Section, ViewOnly } from '../parts.tsx';
import { herePath } from '../routes.ts';
import type { Known, T } from '../widget.ts';
import { AccountSettings } from './account-settings.tsx';
import { Donations } from './donations.tsx';
import { IssuesReceived } from './issues-received.tsx';
import { LeftNotice } from './left-notice.tsx';
import styles from './overview-view.module.css';
import { Papers } from './papers.tsx';
import { PaymentSettings } from './payment-settings.tsx';
import { Privacy } from './privacy.tsx';
import { StandingPart } from './standing-part.tsx';
import { SubscriptionSettings } from './subscription-settings.tsx';

/** The account on one page (section 2); Issues Received only if issues were delivered. */
export const OverviewView = ({ widget }: { widget: Known }) => {
  const { t, subscriber } = widget;
  const { issues, donations, account } = subscriber;
  // A link from elsewhere names a part that was not there yet when the page came.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  const parts = [
    { id: 'overview', title: t('account.overview'), content: <StandingPart widget={widget} /> },
    { id: 'settings', title: t('account.settings'), content: <AccountSettings widget={widget} /> },
    { id: 'subscription', title: t('account.subscription_settings'), content: <SubscriptionSettings widget={widget} /> },
    { id: 'payment', title: t('account.payment_settings'), content: <PaymentSettings widget={widget} /> },
    ...(issues.length > 0 ? [{ id: 'issues', title: t('account.issues_received'), content: <IssuesReceived widget={widget} /> }] : []),
    ...(donations.length > 0 ? [{ id: 'donations', title: t('account.donations'), content: <Donations widget={widget} /> }] : []),
    { id: 'papers', title: t('account.papers'), content: <Papers widget={widget} /> },
    { id: 'privacy', title: t('account.privacy'), content: <Privacy t={t} /> },
  ];
  return (
    <div className={styles.page}>
      <ViewOnly widget={widget} />
      <LeftNotice widget={widget} />
      <h1 className={styles.title}>{t('account.hello', { first_name: account.first_name })}</h1>
      <div className={styles.columns}>
        <Contents parts={parts} t={t} />
        <div className={styles.parts}>
          {parts.map(({ id, title, content }) => (
            <Section key={id} id={`account-${id}`} title={title}>
              {content}
            </Section>
          ))}
        </div>
      </div>
    </div>
  );
};

const Contents = ({ parts, t }: { parts: { id: string; title: string }[]; t: T }) => (
  <nav className={styles.contents} aria-label={t('account.sections')}>
    <ul className={styles.list}>
      {parts.map(({ id, title }) => (
        <li key={id}>
          <a className={styles.link} href={herePath(`account-${id}`)}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
