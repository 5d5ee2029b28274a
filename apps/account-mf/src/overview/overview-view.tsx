import { type AccountSection, sectionId, sectionsOf } from '@newsstand/ui/account-sections';
import { lazy, useEffect, type MouseEvent, type ReactNode } from 'react';
import { scrollToOffset } from '@newsstand/ui/scroll-to';
import { Section, StaffBanner } from '../parts.tsx';
import { herePath } from '../routes.ts';
import { Sections } from '../sections.tsx';
import columns from '../sections.module.css';
import { SCROLL_OFFSET } from '../use-send.ts';
import type { Known } from '../widget.ts';
import { AccountSettings } from './account-settings.tsx';
import { IssuesReceived } from './issues-received.tsx';
import { OutcomeNotice } from './outcome-notice.tsx';
import styles from './overview-view.module.css';
import { ReceiptsAndInvoices } from './receipts-and-invoices.tsx';
import { PaymentSettings } from './payment-settings.tsx';
import { Privacy } from './privacy.tsx';
import { StandingPart } from './standing-part.tsx';
import { SubscriptionSettings } from './subscription-settings.tsx';

/**
 * Few readers give each month, or gifts: who does not never fetches what it takes. No `Suspense` around them: the page
 * comes with all of its parts, so that none moves, and a link to one of them leads there.
 */
const Donations = lazy(async () => ({ default: (await import(/* webpackChunkName: "donations" */ './donations.tsx')).Donations }));

const Gifts = lazy(async () => ({ default: (await import(/* webpackChunkName: "gifts" */ './gifts.tsx')).Gifts }));

/** The account on one page (section 2); Issues Received only if issues were delivered. */
export const OverviewView = ({ widget }: { widget: Known }) => {
  const { t, subscriber } = widget;
  // A link from elsewhere names a part that was not there yet when the page came.
  useEffect(() => {
    const go = () => {
      const named = document.getElementById(location.hash.slice(1));
      if (named) scrollToOffset(named, SCROLL_OFFSET);
    };
    go();
    // The header's drawer leads here, too.
    addEventListener('hashchange', go);
    return () => removeEventListener('hashchange', go);
  }, []);
  const contents: Record<AccountSection, ReactNode> = {
    overview: <StandingPart widget={widget} />,
    settings: <AccountSettings widget={widget} />,
    subscription: <SubscriptionSettings widget={widget} />,
    payment: <PaymentSettings widget={widget} />,
    issues: <IssuesReceived widget={widget} />,
    donations: <Donations widget={widget} />,
    gifts: <Gifts widget={widget} />,
    papers: <ReceiptsAndInvoices widget={widget} />,
    privacy: <Privacy t={t} />,
  };
  return (
    <div className={styles.page}>
      <StaffBanner widget={widget} />
      <OutcomeNotice widget={widget} />
      <h1 className={styles.title}>{t('account.hello', { first_name: subscriber.account.first_name })}</h1>
      <div className={columns.columns}>
        <Sections subscriber={subscriber} t={t} pathOf={(id) => herePath(sectionId(id))} onLead={leadTo} />
        <div className={styles.parts}>
          {sectionsOf(subscriber).map(({ id, title }) => (
            <Section key={id} id={sectionId(id)} title={t(title)}>
              {contents[id]}
            </Section>
          ))}
        </div>
      </div>
    </div>
  );
};

/** As the browser would, but a page's own scroll padding does not count on top of section 9's offset. */
const leadTo = (event: MouseEvent<HTMLAnchorElement>, section: AccountSection): void => {
  const id = sectionId(section);
  const part = document.getElementById(id);
  if (!part || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (location.hash !== `#${id}`) history.pushState(history.state, '', event.currentTarget.href);
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  scrollToOffset(part, SCROLL_OFFSET);
};
