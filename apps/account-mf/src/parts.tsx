import { ownPath } from '@newsstand/ui/messages';
import { type ReactNode, type Ref, useId } from 'react';
import { classes } from '@newsstand/ui/classes';
import styles from './parts.module.css';
import type { Widget } from './widget.ts';

type ScreenProps = {
  title: string;
  intro?: ReactNode;
  widget: Pick<Widget, 't' | 'viewOnly'>;
  children: ReactNode;
  place?: Ref<HTMLDivElement>;
};

/** A page of its own below the account: the way back, its heading, and what it is for. */
export const Screen = ({ title, intro, widget, children, place }: ScreenProps) => (
  <div ref={place} className={styles.screen}>
    <ViewOnly widget={widget} />
    <header className={styles.head}>
      <a className={styles.back} href={ownPath('/account')}>
        <span aria-hidden="true">← </span>
        {widget.t('account.back')}
      </a>
      <h1 className={styles.title}>{title}</h1>
      {intro && <p className={styles.intro}>{intro}</p>}
    </header>
    {children}
  </div>
);

/** Section 2, the view-only debug banner: somebody of the staff looks at a reader's page. */
export const ViewOnly = ({ widget: { t, viewOnly } }: { widget: Pick<Widget, 't' | 'viewOnly'> }) =>
  viewOnly && (
    <output className={styles.viewOnly}>
      <strong>{t('account.view_only')}</strong> {t('account.view_only_text')}
    </output>
  );

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
