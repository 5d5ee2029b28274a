import type { T } from '../widget.ts';
import styles from './cart-mark.module.css';

/** The word and the number in the header. The link or button around it says it in one label. */
export const CartMark = ({ count, t }: { count: number; t: T }) => (
  <span className={styles.words} aria-hidden="true">
    {t('checkout.counter')}
    <span className={count === 0 ? styles.none : styles.count}>{count}</span>
  </span>
);
