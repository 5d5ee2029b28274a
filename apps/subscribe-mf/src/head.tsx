import type { ReactNode } from 'react';
import styles from './head.module.css';

/** The top of a page: its name, what it says at first, and what stands beside that. */
export const Head = ({ title, intro, children }: { title: string; intro?: string; children?: ReactNode }) => (
  <header className={styles.head}>
    <h1 className={styles.title}>{title}</h1>
    {intro !== undefined && <p className={styles.intro}>{intro}</p>}
    {children}
  </header>
);
