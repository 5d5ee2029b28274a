import styles from './skeleton.module.css';

/** Holds the place of text that is on its way. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <span className={styles.skeleton} aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} className={styles.line} />
    ))}
  </span>
);
