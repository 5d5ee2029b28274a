import { useState, type KeyboardEvent } from 'react';
import { clampQuantity } from '@newsstand/contracts/quantity';
import { uiMessages } from './messages.ts';
import styles from './quantity.module.css';

type Props = {
  label: string;
  value: number;
  min: number;
  max?: number;
  onChange: (value: number) => void;
  disabled?: boolean;
  /** Section 5: in a cart row the quantity can go up only where change_quantity is set. */
  canIncrease?: boolean;
  texts?: { more: string; fewer: string };
};

/**
 * What the field takes of what is typed: digits, a sign and a fraction, which count for what they say when the reader
 * leaves it (-3 is not 3).
 */
const numberTyped = (text: string): string => /^-?\d*(?:\.\d*)?/.exec(text)?.[0] ?? '';

/** How many: type a number, or step. What is typed counts when the reader leaves the field, clamped by section 5. */
export const Quantity = ({ label, value, min, max, onChange, disabled, canIncrease = true, texts = uiMessages }: Props) => {
  const [draft, setDraft] = useState<string | null>(null);
  const highest = canIncrease ? max : Math.min(value, max ?? value);

  const settle = (next: unknown) => {
    setDraft(null);
    const quantity = clampQuantity(next, min, highest);
    if (quantity !== value) onChange(quantity);
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1, Enter: 0 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    settle(clampQuantity(draft ?? value, min, highest) + step);
  };

  return (
    <fieldset className={styles.quantity} aria-label={label}>
      <button
        type="button"
        className={styles.step}
        aria-label={texts.fewer}
        disabled={disabled || value <= min}
        onClick={() => settle(value - 1)}
      >
        −
      </button>
      <input
        // A field of type number lets a reader type 1e1, and then shows that instead of the ten that it counts as.
        role="spinbutton"
        className={styles.input}
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={min}
        aria-valuemax={highest}
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? value}
        disabled={disabled}
        onChange={(event) => setDraft(numberTyped(event.currentTarget.value))}
        onBlur={() => draft !== null && settle(draft)}
        onKeyDown={pressed}
      />
      <button
        type="button"
        className={styles.step}
        aria-label={texts.more}
        disabled={disabled || (highest !== undefined && value >= highest)}
        onClick={() => settle(value + 1)}
      >
        +
      </button>
    </fieldset>
  );
};
