import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './checkbox.module.css';
import { classes } from './classes.ts';
import { FieldError, RequiredMark } from './field.tsx';

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'type'> & {
  label: ReactNode;
  name: string;
  onChange?: (checked: boolean) => void;
  error?: string | undefined;
};

export const Checkbox = ({ label, error, required, onChange, className, id, ...rest }: Props) => {
  const made = useId();
  const input = id ?? made;
  return (
    <div className={className}>
      <label className={classes(styles.label, rest.disabled && styles.disabled)}>
        <input
          {...rest}
          id={input}
          type="checkbox"
          className={styles.box}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${input}-error`}
          onChange={(event) => onChange?.(event.currentTarget.checked)}
        />
        <span>
          {label}
          {required && <RequiredMark />}
        </span>
      </label>
      <FieldError id={`${input}-error`}>{error}</FieldError>
    </div>
  );
};
