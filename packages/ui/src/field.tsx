import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';
import { classes } from './classes.ts';

export type FieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'name'> & {
  label: ReactNode;
  name: string;
  onChange?: (value: string) => void;
  error?: string | undefined;
  hint?: ReactNode;
};

/**
 * A labelled text input; its error stands beside it and is announced (section 5). What is within it stands between the
 * input and its hint.
 */
export const Field = ({ label, error, hint, required, onChange, className, id, children, ...rest }: FieldProps) => {
  const made = useId();
  const input = id ?? made;
  return (
    <FieldFrame input={input} label={label} error={error} hint={hint} required={required} className={className}>
      <input
        {...rest}
        id={input}
        className={styles.input}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${input}-hint ${input}-error`}
        onChange={(event) => onChange?.(event.currentTarget.value)}
      />
      {children}
    </FieldFrame>
  );
};

type FrameProps = {
  input: string;
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  required?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/**
 * Label, required mark, hint and error around the control with the id `input`; its aria-describedby names
 * `${input}-hint ${input}-error`.
 */
export const FieldFrame = ({ input, label, error, hint, required, className, children }: FrameProps) => (
  <div className={classes(styles.field, className)}>
    <label className={styles.label} htmlFor={input} id={`${input}-label`}>
      {label}
      {required && <RequiredMark />}
    </label>
    {children}
    <FieldHint id={`${input}-hint`}>{hint}</FieldHint>
    <FieldError id={`${input}-error`}>{error}</FieldError>
  </div>
);

/** `required` is on the control itself, so the mark is for the eye only. */
export const RequiredMark = () => (
  <span className={styles.mark} aria-hidden="true">
    *
  </span>
);

export const FieldHint = ({ id, children }: { id: string; children: ReactNode }) => (
  <span className={styles.hint} id={id}>
    {children}
  </span>
);

/** Always in the page, so that a message that comes later is announced. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <span className={styles.error} id={id} aria-live="polite">
    {children}
  </span>
);
