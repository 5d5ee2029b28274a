import type { Subscriber } from '@newsstand/contracts/account';
import { type AccountSection, sectionsOf } from '@newsstand/ui/account-sections';
import { classes } from '@newsstand/ui/classes';
import type { MouseEvent } from 'react';
import styles from './sections.module.css';
import type { T } from './widget.ts';

type Props = {
  subscriber: Subscriber;
  t: T;
  pathOf(section: AccountSection): string;
  /**
   * The section to which a page of its own belongs: there is a way back on it, and these stand there only where there
   * is room beside it.
   */
  belongsTo?: AccountSection | undefined;
  onLead?(event: MouseEvent<HTMLAnchorElement>, section: AccountSection): void;
};

/**
 * The sections of the account: above its overview where that is narrow, and beside each of its pages, always in view,
 * where there is room.
 */
export const Sections = ({ subscriber, t, pathOf, belongsTo, onLead }: Props) => (
  <nav className={classes(styles.sections, belongsTo && styles.wideOnly)} aria-label={t('account.sections')}>
    <ul className={styles.list}>
      {sectionsOf(subscriber).map(({ id, title }) => (
        <li key={id}>
          <a
            className={styles.link}
            href={pathOf(id)}
            aria-current={id === belongsTo ? 'true' : undefined}
            onClick={(event) => onLead?.(event, id)}
          >
            {t(title)}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
