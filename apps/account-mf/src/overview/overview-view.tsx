import { lazy, Suspense, useEffect, type MouseEvent } from 'react';
import { scrollToOffset } from '@newsstand/ui/scroll-to';
import { Section, ViewOnly } from '../parts.tsx';
import { herePath } from '../routes.ts';
import { SCROLL_OFFSET } from '../use-send.ts';
import type { Known, T } from '../widget.ts';
import { AccountSettings } from './account-settings.tsx';
import { IssuesReceived } from './issues-received.tsx';
import { LeftNotice } from './left-notice.tsx';
import styles from './overview-view.module.css';
import { Papers } from './papers.tsx';
import { PaymentSettings } from './payment-settings.tsx';
import { Privacy } from './privacy.tsx';
import { StandingPart } from './standing-part.tsx';
import { SubscriptionSettings } from './subscription-settings.tsx';

/** Few readers give each month, or gifts: who does not never fetches what it takes. */
const Donations = lazy(async () => ({ default: (await import(/* webpackChunkName: "donations" */ './donations.tsx')).Donations }));

const Gifts = lazy(async () => ({ default: (await import(/* webpackChunkName: "gifts" */ './gifts.tsx')).Gifts }));

/** The account on one page (section 2); Issues Received only if issues were delivered. */
export const OverviewView = ({ widget }: { widget: Known }) => {
  const { t, subscriber } = widget;
  const { issues, donations, gifts = [], account } = subscriber;
  // A link from elsewhere names a part that was not there yet when the page came.
  useEffect(() => {
    const named = document.getElementById(location.hash.slice(1));
    if (named) scrollToOffset(named, SCROLL_OFFSET);
  }, []);
  const parts = [
    { id: 'overview', title: t('account.overview'), content: <StandingPart widget={widget} /> },
    { id: 'settings', title: t('account.settings'), content: <AccountSettings widget={widget} /> },
    { id: 'subscription', title: t('account.subscription_settings'), content: <SubscriptionSettings widget={widget} /> },
    { id: 'payment', title: t('account.payment_settings'), content: <PaymentSettings widget={widget} /> },
    ...(issues.length > 0 ? [{ id: 'issues', title: t('account.issues_received'), content: <IssuesReceived widget={widget} /> }] : []),
    ...(donations.length > 0 ? [{ id: 'donations', title: t('account.donations'), content: <Donations widget={widget} /> }] : []),
    ...(gifts.length > 0 ? [{ id: 'gifts', title: t('account.gifts'), content: <Gifts widget={widget} /> }] : []),
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
              <Suspense fallback={null}>{content}</Suspense>
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
          <a className={styles.link} href={herePath(`account-${id}`)} onClick={(event) => leadTo(event, `account-${id}`)}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** As the browser would, but a page's own scroll padding does not count on top of section 9's offset. */
const leadTo = (event: MouseEvent<HTMLAnchorElement>, id: string): void => {
  const part = document.getElementById(id);
  if (!part || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (location.hash !== `#${id}`) history.pushState(history.state, '', event.currentTarget.href);
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  scrollToOffset(part, SCROLL_OFFSET);
};
