import type { CartLine } from '@newsstand/contracts/cart';
import styles from './line-mark.module.css';

/** What is drawn in place of a picture: a sheaf of issues, a ribbon, a heart. */
const DRAWINGS: Partial<Record<CartLine['cart']['type'], string>> = {
  'personal-subscription': 'M8 6h14v20H8zM11 11h8M11 15h8M11 19h5M25 9v20H12',
  'gift-subscription': 'M5 13h22v5H5zM7 18h18v9H7zM16 13v14M16 13c-8 0-8-8-3-7 2 .5 3 4 3 7 0-3 1-6.500 3-7 5-1 5 7-3 7',
  'donation-item': 'M16 26C6 19 4 15 5 11c1-4 7-6 11-.5C20 5 26 7 27 11c1 4-1 8-11 15z',
};

/** The mark of a line that has no picture: decoration, its name stands beside it. */
export const LineMark = ({ type }: { type: CartLine['cart']['type'] }) => {
  const drawing = DRAWINGS[type];
  return (
    <span className={styles.mark}>
      {drawing && (
        <svg className={styles.icon} viewBox="0 0 32 32" aria-hidden="true">
          <path d={drawing} />
        </svg>
      )}
    </span>
  );
};
