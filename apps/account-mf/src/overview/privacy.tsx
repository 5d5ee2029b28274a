import { ownPath } from '@newsstand/ui/messages';
import type { T } from '../widget.ts';
import styles from './privacy.module.css';

/** The ways to where one is logged in, and to one's data. */
export const Privacy = ({ t }: { t: T }) => (
  <ul className={styles.ways}>
    <li className={styles.way}>
      <a className={styles.link} href={ownPath('/account/sessions')}>
        {t('account.sessions_link')}
      </a>
      <span className={styles.text}>{t('account.sessions_link_text')}</span>
    </li>
    <li className={styles.way}>
      <a className={styles.link} href={ownPath('/account/data')}>
        {t('account.data_link')}
      </a>
      <span className={styles.text}>{t('account.data_link_text')}</span>
    </li>
  </ul>
);
