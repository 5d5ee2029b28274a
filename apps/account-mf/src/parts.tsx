import type { WidgetName } from '@newsstand/contracts/widget';
import { type AccountSection, sectionPath } from '@newsstand/ui/account-sections';
import { classes } from '@newsstand/ui/classes';
import { ownPath } from '@newsstand/ui/messages';
import { isViewOnly } from '@newsstand/ui/view-only';
import { lazy, type ReactNode, type Ref, useId } from 'react';
import styles from './parts.module.css';
import { Sections } from './sections.tsx';
import columns from './sections.module.css';
import type { Widget } from './widget.ts';

type ScreenProps = {
  title: string;
  intro?: ReactNode;
  widget: ScreenWidget;
  /** What the page is about, to be read before what can be done: beside it where there is room, and in view then. */
  aside?: ReactNode;
  /** What it holds is arranged in columns of its own. */
  isArranged?: boolean;
  children: ReactNode;
  place?: Ref<HTMLDivElement>;
};
/** A page that failed knows of no reader. */
type ScreenWidget = Pick<Widget, 't' | 'viewOnly'> & Partial<Pick<Widget, 'context' | 'page'>>;

/** A page of its own below the account: the way back, its heading, what it is for, and the account's sections. */
export const Screen = ({ title, intro, widget, aside, isArranged, children, place }: ScreenProps) => {
  const { t, context, page } = widget;
  const section = context && SECTION_OF[context.widget];
  const subscriber = (section && page?.subscriber) ?? undefined;
  return (
    <div ref={place} className={subscriber ? classes(styles.screen, styles.wide) : styles.screen}>
      <StaffBanner widget={widget} />
      <header className={styles.head}>
        <a className={styles.back} href={ownPath('/account')}>
          {/* One of the signs that browsers mirror where a page is read from right to left, as they do no arrow. */}
          <span aria-hidden="true">‹ </span>
          {t('account.back')}
        </a>
        <h1 className={styles.title}>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </header>
      <div className={subscriber && columns.columns}>
        {subscriber && <Sections subscriber={subscriber} t={t} pathOf={sectionPath} belongsTo={section} />}
        <div className={styles.body}>
          <div className={classes(styles.parts, aside ? styles.beside : !isArranged && styles.narrow)}>
            {aside && <div className={styles.aside}>{aside}</div>}
            <div className={styles.parts}>{children}</div>
          </div>
        </div>
      </div>
    </div>
  );
};

/** Where each page belongs. Those behind the link in a letter are for who is not logged in, too, and belong nowhere. */
const SECTION_OF: { [Name in WidgetName]?: AccountSection } = {
  'account.name': 'settings',
  'account.email': 'settings',
  'account.address': 'settings',
  'account.delete-address': 'settings',
  'account.subscription': 'subscription',
  'account.payment': 'payment',
  'account.sessions': 'privacy',
  'account.data': 'privacy',
};

/**
 * Section 2, the view-only debug banner: somebody of the staff looks at a reader's page. A chunk of its own, since only
 * staff need it.
 */
const Looking = lazy(async () => ({ default: (await import(/* webpackChunkName: "staff-banner" */ './staff-banner.tsx')).StaffBanner }));

export const StaffBanner = ({ widget }: { widget: ScreenWidget }) => {
  const { context, page, viewOnly } = widget;
  // A page that says it itself has a banner of its own.
  if (!viewOnly || !context || !page || isViewOnly()) return null;
  return <Looking context={context} publication={page.publication} />;
};

/** A part of the page with its heading; `id` is where the navigation leads. */
export const Section = ({ id, title, children }: { id?: string; title: string; children: ReactNode }) => {
  const heading = useId();
  return (
    <section className={styles.section} id={id} aria-labelledby={heading}>
      <h2 className={styles.heading} id={heading}>
        {title}
      </h2>
      {children}
    </section>
  );
};

/** `figures`: short values, each beside its term on a phone too. */
export const Facts = ({ figures, children }: { figures?: boolean; children: ReactNode }) => (
  <dl className={classes(styles.facts, figures && styles.figures)}>{children}</dl>
);

export const Fact = ({ term, action, children }: { term: string; action?: ReactNode; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt className={styles.term}>{term}</dt>
    <dd className={styles.value}>{children}</dd>
    {action && <dd className={styles.action}>{action}</dd>}
  </div>
);

/** A link whose words alone do not say what it changes: `about` does, for those who listen. */
export const ChangeLink = ({ href, about, children }: { href: string; about: string; children: ReactNode }) => (
  <a className={styles.change} href={href} aria-label={about}>
    {children}
  </a>
);

export const Actions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>;
