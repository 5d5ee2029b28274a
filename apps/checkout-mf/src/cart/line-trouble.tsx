import { lazy, Suspense } from 'react';
import type { CartLine } from '@newsstand/contracts/cart';
import { Button } from '@newsstand/ui/button';
import type { T } from '../widget.ts';
import type { CartChanges } from './use-cart-changes.ts';
import styles from './line-trouble.module.css';
import { troubleText } from './trouble-text.ts';

/** Few lines have a coupon that does not apply; until it comes, its words stand in its place. */
const BuilderLink = lazy(async () => ({ default: (await import('./builder-link.tsx')).BuilderLink }));

/**
 * Beside a line that cannot be had as it was chosen: what is wrong with it, and the way to put it right (the other way
 * is to remove it).
 */
export const LineTrouble = ({ line, changes, t }: { line: CartLine; changes: CartChanges; t: T }) => {
  const { availability } = line;
  const refused = changes.problemOf(line);
  const left = availability.type === 'short' && availability.left > 0 ? availability.left : null;
  const isHeld = availability.type === 'sold-out' && availability.held;
  const text = refused ?? troubleText(line, t);
  return (
    <div className={styles.trouble}>
      <output className={styles.text}>{text ?? ''}</output>
      {line.coupon_message && (
        <Suspense fallback={<span>{t('checkout.coupon_builder')}</span>}>
          <BuilderLink line={line} cart={changes.cart} t={t} />
        </Suspense>
      )}
      {left !== null && (
        <Button kind="quiet" changes className={styles.fix} onClick={() => changes.change(line, left)}>
          {t('checkout.line_lower', { left })}
        </Button>
      )}
      {isHeld && (
        // The same quantity again: the cart comes back as it is now.
        <Button kind="quiet" changes className={styles.fix} onClick={() => changes.change(line, line.quantity)}>
          {t('checkout.line_again')}
        </Button>
      )}
    </div>
  );
};
