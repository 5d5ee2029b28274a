import { type KeyboardEvent, useState } from 'react';
import { clampDonation } from '@newsstand/contracts/donation';
import { Field } from '@newsstand/ui/field';
import type { T } from '../widget.ts';
import { amountTyped, dollarsOf } from './amount-typed.ts';
import styles from './donate-view.module.css';

type Props = { dollars: number; onChange(dollars: number): void; error: string | undefined; t: T };

/**
 * An amount of one's own. What is typed counts when the reader leaves the field or sends the form: a whole number of
 * dollars, at least 1 (section 5).
 */
export const AmountField = ({ dollars, onChange, error, t }: Props) => {
  const [draft, setDraft] = useState<string | null>(null);
  const settle = () => {
    if (draft === null) return;
    setDraft(null);
    onChange(clampDonation(dollarsOf(draft)));
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle();
  };
  return (
    <Field
      className={styles.amount ?? ''}
      label={t('subscribe.custom')}
      name="amount"
      inputMode="numeric"
      autoComplete="off"
      error={error}
      value={draft ?? String(dollars)}
      onChange={(text) => setDraft(amountTyped(text))}
      onBlur={settle}
      onKeyDown={pressed}
    />
  );
};
