import { useId, type ReactNode } from 'react';
import styles from './radio-group.module.css';
import { classes } from './classes.ts';
import { FieldError, RequiredMark } from './field.tsx';

export type RadioOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** Stands under the label; for a disabled option it says why it cannot be chosen. */
  hint?: ReactNode;
  disabled?: boolean;
};

type Props<Value extends string> = {
  label: ReactNode;
  name: string;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** `row` for a few short options, such as sizes. */
  layout?: 'column' | 'row';
  className?: string;
};

export const RadioGroup = <Value extends string>(props: Props<Value>) => {
  const { label, name, options, value, onChange, error, required, disabled, layout = 'column', className } = props;
  const id = useId();
  return (
    <fieldset
      className={classes(styles.group, layout === 'row' && styles.across, className)}
      disabled={disabled}
      role="radiogroup"
      aria-required={required || undefined}
      aria-invalid={error ? true : undefined}
      aria-describedby={`${id}-error`}
    >
      <legend className={styles.legend}>
        {label}
        {required && <RequiredMark />}
      </legend>
      <div className={classes(styles.options, styles[layout])}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              styles.option,
              option.value === value && styles.chosen,
              (disabled || option.disabled) && styles.disabled,
              error && !option.disabled && styles.invalid,
            )}
          >
            <input
              type="radio"
              className={styles.radio}
              // The page may hold the same widget twice; groups of one name would then fight over the one choice.
              name={`${name}-${id}`}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.text}>
              <span className={styles.name}>{option.label}</span>
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <span className={styles.error}>
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </span>
    </fieldset>
  );
};
