import { formatCents } from '@newsstand/contracts/money';
import { uiMessages } from './messages.ts';
import styles from './price.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

type Props = { cents: number; was?: number | undefined; texts?: { price_was: string; price_now: string } };

/** A price in cents; `was` is what it cost before, struck through where it was more. */
export const Price = ({ cents, was, texts = uiMessages }: Props) =>
  was === undefined || was <= cents ? (
    <span className={styles.price}>{formatCents(cents)}</span>
  ) : (
    <span className={styles.both}>
      <VisuallyHidden>{texts.price_was} </VisuallyHidden>
      <s className={styles.was}>{formatCents(was)}</s> <VisuallyHidden>{texts.price_now} </VisuallyHidden>
      {formatCents(cents)}
    </span>
  );
