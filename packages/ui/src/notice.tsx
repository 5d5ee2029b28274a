import type { ReactNode } from 'react';
import styles from './notice.module.css';
import { classes } from './classes.ts';

export type NoticeKind = 'error' | 'info' | 'success' | 'warning';

/** A message to the reader. Errors interrupt those who listen, the rest waits for a pause. */
export const Notice = ({ kind, title, children }: { kind: NoticeKind; title?: ReactNode; children?: ReactNode }) => (
  <div className={classes(styles.notice, styles[kind])} role={kind === 'error' ? 'alert' : 'status'}>
    {title && <p className={styles.title}>{title}</p>}
    {children && <div className={styles.text}>{children}</div>}
  </div>
);
