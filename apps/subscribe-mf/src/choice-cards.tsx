import { useId, type ReactNode } from 'react';
import { classes } from '@newsstand/ui/classes';
import { FieldError } from '@newsstand/ui/field';
import styles from './choice-cards.module.css';

export type Card<Value extends string> = {
  value: Value;
  title: ReactNode;
  /** Stands under the title, before the text. */
  name?: string;
  text?: ReactNode;
  price?: ReactNode;
  /** A drawing above the title. */
  picture?: ReactNode;
  disabled?: boolean;
  /** Why it cannot be chosen. */
  why?: string;
};

type Props<Value extends string> = {
  legend: string;
  name: string;
  cards: readonly Card<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  /** How many stand side by side where there is room. */
  across: 2 | 3 | 4;
  /** `large` for the choice that everything else follows from. */
  size?: 'plain' | 'large';
};

/** One of several, each with room to say what it is: a radio group that looks like a shelf. */
export const ChoiceCards = <Value extends string>(props: Props<Value>) => {
  const { legend, name, cards, value, onChange, error, across, size = 'plain' } = props;
  const id = useId();
  return (
    <fieldset className={styles.group} role="radiogroup" aria-invalid={error ? true : undefined} aria-describedby={`${id}-error`}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={classes(styles.cards, styles[`across${across}`], styles[size])}>
        {cards.map(({ disabled = false, ...card }) => (
          <label key={card.value} className={classes(styles.card, card.value === value && styles.chosen, disabled && styles.disabled)}>
            <input
              type="radio"
              className={styles.radio}
              // The page may hold the same widget twice; groups of one name would then fight over the one choice.
              name={`${name}-${id}`}
              value={card.value}
              checked={card.value === value}
              disabled={disabled}
              onChange={() => onChange(card.value)}
            />
            {card.picture}
            <span className={styles.title}>{card.title}</span>
            {card.name !== undefined && <span className={styles.strong}>{card.name}</span>}
            {card.text !== undefined && <span className={styles.text}>{card.text}</span>}
            {disabled && card.why !== undefined && <span className={styles.text}>{card.why}</span>}
            {card.price !== undefined && <span className={styles.price}>{card.price}</span>}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
};
