import type { DeskOrder } from '@newsstand/contracts/desk-orders';
import styles from '../parts/desk.module.css';

/** Who gets what of an order, each with where that goes; whose mailbox the page names already is not said again. */
export const GoesTo = ({ each, payer }: { each: DeskOrder['goes_to']; payer: string | null }) =>
  each.map(({ name, email, address, gets }, at) => (
    <address key={at} className={styles['address']}>
      {[name, ...address].map((line) => (
        <span key={line}>{line}</span>
      ))}
      {email !== null && email !== payer && <span>{email}</span>}
      {gets.map((line) => (
        <small key={line}>{line}</small>
      ))}
    </address>
  ));
