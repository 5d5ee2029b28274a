import { Button } from '@newsstand/ui/button';
import styles from './pay-bar.module.css';

type Props = { label: string; amount: string; button: string; busy: string | null; disabled?: boolean };

/**
 * The total and the one button that goes on. On a phone it stays at the foot of the screen, so that the price is always
 * in view.
 */
export const PayBar = ({ label, amount, button, busy, disabled = false }: Props) => (
  <div className={styles.bar}>
    <p className={styles.total}>
      <span className={styles.label}>{label}</span> <output className={styles.amount}>{amount}</output>
    </p>
    <Button type="submit" className={styles.button} busy={busy !== null} disabled={disabled}>
      {busy ?? button}
    </Button>
  </div>
);
