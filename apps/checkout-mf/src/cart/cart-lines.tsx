import { useRef } from 'react';
import type { CartLine } from '@newsstand/contracts/cart';
import type { T } from '../widget.ts';
import styles from './cart-lines.module.css';
import { LineAmount } from './line-amount.tsx';
import { lineNotes } from './line-notes.ts';
import { LineQuantity } from './line-quantity.tsx';
import { LineTrouble } from './line-trouble.tsx';
import { LinePicture, LineWords } from './line-words.tsx';
import { RemoveLine } from './remove-line.tsx';
import type { CartChanges } from './use-cart-changes.ts';

type Props = { label: string; lines: CartLine[]; changes: CartChanges; t: T; onRemoved(): void };

/** The lines of a cart with what a reader can do to each: in the panel and beside the check-out form. */
export const CartLines = ({ label, lines, changes, t, onRemoved }: Props) => {
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul className={styles.lines} ref={list} tabIndex={-1} aria-label={label}>
      {lines.map((line) => {
        const quantity = changes.quantityOf(line);
        return (
          <li key={line.id} className={styles.line}>
            <LinePicture line={line} />
            <div className={styles.what}>
              <LineWords line={line} notes={lineNotes({ ...line, type: line.cart.type }, quantity, t)} />
              <LineTrouble line={line} changes={changes} t={t} />
              <div className={styles.actions}>
                {line.change_quantity && <LineQuantity line={line} changes={changes} t={t} />}
                {/* The button goes with its line: the focus would be lost. */}
                <RemoveLine
                  line={line}
                  changes={changes}
                  t={t}
                  onRemoved={() => {
                    list.current?.focus();
                    onRemoved();
                  }}
                />
              </div>
            </div>
            <span className={styles.price}>
              <LineAmount line={line} quantity={quantity} t={t} />
            </span>
          </li>
        );
      })}
    </ul>
  );
};
