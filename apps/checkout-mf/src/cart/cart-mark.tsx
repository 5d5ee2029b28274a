import { VisuallyHidden } from '@newsstand/ui/visually-hidden';
import type { T } from '../widget.ts';
import styles from './cart-mark.module.css';

/** The word and the number in the header; who listens hears what the number counts. */
export const CartMark = ({ count, t }: { count: number; t: T }) => (
  <span className={styles.words}>
    {t('checkout.counter')} <span className={count === 0 ? styles.none : styles.count}>{count}</span>
    <VisuallyHidden> {t(count === 1 ? 'checkout.counter_item' : 'checkout.counter_items')}</VisuallyHidden>
  </span>
);
