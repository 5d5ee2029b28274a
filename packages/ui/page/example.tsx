import type { ReactNode } from 'react';
import styles from './catalogue.module.css';

/** One component: what it is for, and its states side by side. */
export const Example = ({ name, about, children }: { name: string; about: ReactNode; children: ReactNode }) => (
  <section className={styles.example} aria-label={name}>
    <div className={styles.about}>
      <h2 className={styles.name}>{name}</h2>
      <p className={styles.note}>{about}</p>
    </div>
    <div className={styles.states}>{children}</div>
  </section>
);

export const Row = ({ children }: { children: ReactNode }) => <div className={styles.row}>{children}</div>;
