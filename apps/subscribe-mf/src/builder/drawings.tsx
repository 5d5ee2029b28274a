import styles from './drawings.module.css';

/** A magazine that has just been put down, three more beneath it: a year of them. */
export const PaperDrawing = () => (
  <svg className={styles.drawing} viewBox="32 0 96 96" aria-hidden="true">
    <path className={styles.sheet} d="M34 22l58-12 14 62-58 12z" />
    <path className={styles.sheet} d="M44 16l60-3 4 64-60 3z" />
    <path className={styles.sheet} d="M56 13l59 8-9 63-59-8z" />
    <path className={styles.cover} d="M50 14h56v66H50z" />
    <path className={styles.block} d="M50 52q14-9 28 0t28 0v28H50z" />
    <circle className={styles.sun} cx="90" cy="34" r="9" />
    <path className={styles.words} d="M57 22h24" />
  </svg>
);

/** The same cover on a screen. */
export const ScreenDrawing = () => (
  <svg className={styles.drawing} viewBox="42 0 76 96" aria-hidden="true">
    <path className={styles.sheet} d="M48 8h64a5 5 0 0 1 5 5v70a5 5 0 0 1-5 5H48a5 5 0 0 1-5-5V13a5 5 0 0 1 5-5z" />
    <path className={styles.cover} d="M50 15h60v60H50z" />
    <path className={styles.block} d="M50 50q15-9 30 0t30 0v25H50z" />
    <circle className={styles.sun} cx="93" cy="34" r="9" />
    <path className={styles.words} d="M57 23h26M72 82h16" />
  </svg>
);
