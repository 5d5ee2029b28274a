import { type KeyboardEvent, useState } from 'react';
import { typedDonation } from '@newsstand/contracts/donation';
import { Field } from '@newsstand/ui/field';
import type { T } from '../widget.ts';
import styles from './donate-view.module.css';

type Props = { dollars: number; onChange(dollars: number): void; error: string | undefined; t: T };

/**
 * An amount of one's own. What is typed counts when the reader leaves the field or sends the form: a whole number of
 * dollars, at least 1 (section 5). What is not understood stays as it was typed, for the API to refuse.
 */
export const AmountField = ({ dollars, onChange, error, t }: Props) => {
  const [text, setText] = useState('');
  const [typing, setTyping] = useState(false);
  const settle = () => {
    if (!typing) return;
    setTyping(false);
    const next = typedDonation(text);
    // Else a refusal would go, and what stands below it would move away from under the reader's finger.
    if (!Object.is(next, dollars)) onChange(next);
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
      value={typing || Number.isNaN(dollars) ? text : String(dollars)}
      onChange={(next) => {
        setText(next);
        setTyping(true);
      }}
      onBlur={settle}
      onKeyDown={pressed}
    />
  );
};
