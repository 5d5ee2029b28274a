import { useId, type ReactNode } from 'react';
import styles from './block.module.css';

/** A part of the check-out page with its heading. */
export const Block = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section className={styles.block} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      <div className={styles.content}>{children}</div>
    </section>
  );
};
