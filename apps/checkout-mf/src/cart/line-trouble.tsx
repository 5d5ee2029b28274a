import type { CartLine } from '@newsstand/contracts/cart';
import { Button } from '@newsstand/ui/button';
import type { T } from '../widget.ts';
import type { CartChanges } from './use-cart-changes.ts';
import styles from './line-trouble.module.css';
import { troubleText } from './trouble-text.ts';

/** Beside a line that cannot be had as it was chosen: what is wrong with it, and the way to put it right (the other way is to remove it). */
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
