import { useEffect, useState } from 'react';
import type { CartLine } from '@newsstand/contracts/cart';
import { Notice } from '@newsstand/ui/notice';
import type { T } from '../page-texts.ts';
import { fromAccountText } from './from-account-text.ts';
import styles from './from-account-notice.module.css';

/** Says what a login added to the order. It has its place from the start, so that nothing moves. */
export const FromAccountNotice = ({ lines, t }: { lines: CartLine[]; t: T }) => {
  const text = fromAccountText(lines, t);
  // Words are announced that come into a region which is there already, and this page begins with them.
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setShown(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    text && (
      <Notice kind="info">
        <p className={isShown ? undefined : styles.unsaid}>{text}</p>
      </Notice>
    )
  );
};
