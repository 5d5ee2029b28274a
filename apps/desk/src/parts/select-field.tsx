import { fittingReasons, type DeskReason } from '@newsstand/contracts/desk-verbs';
import { useId, useState } from 'react';
import styles from './desk.module.css';
import { useFieldError } from './field-errors.tsx';
import { REASONS } from './words.ts';

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  /** What is wrong with it, or not chosen yet. */
  error?: string | undefined;
  /** As the contract calls it, in a dialog: what is refused of it stands beside it. */
  name?: string | undefined;
};

/** One of a few, as the browser itself lets one choose. */
export function SelectField<const Value extends string>({ label, value, options, onChange, error: own, name }: Props<Value>) {
  const id = useId();
  const refused = useFieldError(name);
  const error = own ?? refused;
  return (
    <div className={styles['reason']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => onChange(options.find((one) => one.value === event.currentTarget.value)?.value ?? value)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['bad']}>
          {error}
        </p>
      )}
    </div>
  );
}

type ReasonProps<Value> = { value: Value; reasons: readonly Value[]; onChange: (value: Value) => void };

/** Why something is done for a reader: one of the `reasons` that its verb knows. */
export const ReasonField = <const Value extends keyof typeof REASONS>({ value, reasons, onChange }: ReasonProps<Value>) => (
  <SelectField
    label="Reason"
    name="reason"
    value={value}
    onChange={onChange}
    options={reasons.map((one) => ({ value: one, label: REASONS[one] }))}
  />
);

/**
 * Why something is taken away, of the `reasons` that its verb knows those that fit what happened: where a bank took the
 * money (`disputed`) usually for that, and else `usual`, until somebody chooses.
 */
export function useTakingReason<Reason extends DeskReason>(reasons: readonly Reason[], usual: Reason, disputed = false) {
  const [chosen, choose] = useState<Reason | null>(null);
  const fitting = fittingReasons(reasons, disputed);
  return { reason: chosen ?? fitting.find((one) => one === 'disputed') ?? usual, fitting, choose };
}
