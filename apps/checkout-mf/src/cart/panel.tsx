import { useLayoutEffect, useRef, useState } from 'react';
import { cartCount } from '@newsstand/contracts/cart-count';
import type { MountContext } from '@newsstand/contracts/widget';
import { useWidget } from '../widget.ts';
import { CartDrawer } from './cart-drawer.tsx';
import { CartMark } from './cart-mark.tsx';
import styles from './cart-mark.module.css';

/**
 * `checkout.panel`: a button with the number of things in the cart, and the review panel behind it. A reader who
 * reached for it finds it open.
 */
export const Panel = ({ context }: { context: MountContext }) => {
  const widget = useWidget(context);
  const [open, setOpen] = useState(context.intent);
  const button = useRef<HTMLButtonElement>(null);
  const count = cartCount(widget.cart);
  // The link that the reader had reached for is gone with the fallback: its heir must have the focus before the panel
  // opens, to get it back. A button of the CMS's that asked for the panel has it still, and gets it back itself.
  useLayoutEffect(() => {
    if (context.intent && document.activeElement === document.body) button.current?.focus();
  }, [context.intent]);
  return (
    <>
      <button ref={button} type="button" className={styles.mark} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <CartMark count={count} t={widget.t} />
      </button>
      <CartDrawer widget={widget} open={open} onClose={() => setOpen(false)} />
    </>
  );
};
