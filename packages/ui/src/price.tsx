import { formatCents } from '@newsstand/contracts/money';
import { uiMessages } from './messages.ts';
import styles from './price.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type Props = { cents: number; was?: number | undefined };

/** A price in cents; `was` is what it cost before, struck through where it was more. */
export const Price = ({ cents, was }: Props) =>
  was === undefined || was <= cents ? (
    <span className={styles.price}>{formatCents(cents)}</span>
  ) : (
    <span className={styles.both}>
      <VisuallyHidden>{uiMessages.price_was} </VisuallyHidden>
      <s className={styles.was}>{formatCents(was)}</s> <VisuallyHidden>{uiMessages.price_now} </VisuallyHidden>
      {formatCents(cents)}
    </span>
  );
