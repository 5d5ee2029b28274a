import { formatCents } from '@newsstand/contracts/money';
import { uiMessages } from './messages.ts';
import styles from './price.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type Props = { cents: number; was?: number | undefined };

/** What is taken off has the sign of a sum, which is as wide as a figure; a hyphen would hang in front of it. */
const signed = (cents: number) => formatCents(cents).replace('-', '−');

/** A price in cents; `was` is what it cost before, struck through where it was more. */
export const Price = ({ cents, was }: Props) =>
  was === undefined || was <= cents ? (
    <span className={styles.price}>{signed(cents)}</span>
  ) : (
    <span className={styles.both}>
      <VisuallyHidden>{uiMessages.price_was} </VisuallyHidden>
      <s className={styles.was}>{formatCents(was)}</s> <VisuallyHidden>{uiMessages.price_now} </VisuallyHidden>
      {formatCents(cents)}
    </span>
  );
