import { ownPath } from '@newsstand/ui/messages';
import { cartCount } from '@newsstand/contracts/cart-count';
import type { MountContext } from '@newsstand/contracts/widget';
import { useWidget } from '../widget.ts';
import styles from './cart-mark.module.css';
import { CartMark } from './cart-mark.tsx';

/**
 * `checkout.counter`: items plus giftsubs plus 1 for a subscription plus 1 for a donation; leads to check-out when
 * there is something (section 2).
 */
export const Counter = ({ context }: { context: MountContext }) => {
  const { cart, t } = useWidget(context);
  const count = cartCount(cart);
  const mark = <CartMark count={count} t={t} />;
  if (count === 0) return <span className={styles.mark}>{mark}</span>;
  return (
    <a className={styles.mark} href={ownPath('/store/checkout')}>
      {mark}
    </a>
  );
};
