import { Button } from '@newsstand/ui/button';
import styles from './pay-bar.module.css';

/** The total and the one button that goes on. On a phone it stays at the foot of the screen, so that the price is always in view. */
export const PayBar = ({ label, amount, button, busy }: { label: string; amount: string; button: string; busy: string | null }) => (
  <div className={styles.bar}>
    <p className={styles.total}>
      <span className={styles.label}>{label}</span> <output className={styles.amount}>{amount}</output>
    </p>
    <Button type="submit" className={styles.button} busy={busy !== null}>
      {busy ?? button}
    </Button>
  </div>
);
