import { MY_DATA, SESSIONS } from '../routes.ts';
import type { T } from '../widget.ts';
import styles from './privacy.module.css';

/** The ways to where one is logged in, and to one's data. */
export const Privacy = ({ t }: { t: T }) => (
  <ul className={styles.ways}>
    <li className={styles.way}>
      <a className={styles.link} href={SESSIONS}>
        {t('account.sessions_link')}
      </a>
      <span className={styles.text}>{t('account.sessions_link_text')}</span>
    </li>
    <li className={styles.way}>
      <a className={styles.link} href={MY_DATA}>
        {t('account.data_link')}
      </a>
      <span className={styles.text}>{t('account.data_link_text')}</span>
    </li>
  </ul>
);
