import type { CartLine } from '@newsstand/contracts/cart';
import { Button } from '@newsstand/ui/button';
import type { T } from '../widget.ts';
import type { CartChanges } from './use-cart-changes.ts';
import styles from './line-trouble.module.css';

/** Beside a line that can no longer be had as it stands: what is wrong with it, and the way to put it right (the other way is to remove it). */
export const LineTrouble = ({ line, changes, t }: { line: CartLine; changes: CartChanges; t: T }) => {
  const { availability } = line;
  const refused = changes.problemOf(line);
  const left = availability.type === 'short' && availability.left > 0 ? availability.left : null;
  const text = refused ?? troubleText(line, t);
  return (
    <div className={styles.trouble}>
      <output className={styles.text}>{text ?? ''}</output>
      {left !== null && (
        <Button kind="quiet" className={styles.fix} onClick={() => changes.change(line, left)}>
          {t('checkout.line_lower', { left })}
        </Button>
      )}
    </div>
  );
};

const troubleText = ({ availability }: CartLine, t: T): string | null => {
  switch (availability.type) {
    case 'available':
      return null;
    case 'short':
      return availability.left > 0 ? t('checkout.line_short', { left: availability.left }) : t('checkout.line_sold_out');
    case 'sold-out':
      return t('checkout.line_sold_out');
    case 'withdrawn':
      return t('checkout.line_withdrawn');
  }
};
