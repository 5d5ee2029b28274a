import { useState } from 'react';
import { cartCount } from '@newsstand/contracts/cart';
import type { MountContext } from '@newsstand/contracts/widget';
import { useWidget } from '../widget.ts';
import { CartDrawer } from './cart-drawer.tsx';
import { CartMark } from './cart-mark.tsx';
import styles from './cart-mark.module.css';

/** `checkout.panel`: a button with the number of things in the cart, and the review panel behind it. A reader who reached for it finds it open. */
export const Panel = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const [open, setOpen] = useState(context.intent);
  const count = cartCount(widget.cart);
  return (
    <>
      <button type="button" className={styles.mark} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CartMark count={count} t={widget.t} />
      </button>
      <CartDrawer widget={widget} open={open} onClose={() => setOpen(false)} />
    </>
  );
};
