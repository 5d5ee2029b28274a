import { Button } from '@newsstand/ui/button';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import styles from './desk.module.css';
import { useFieldError } from './field-errors.tsx';

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value | undefined;
  /** What each is called; without `any` one of them is always chosen. */
  options: Readonly<Partial<Record<Value, string>>>;
  any?: string;
  error?: string | undefined;
  /** As the contract calls it, in a dialog: what is refused of it stands beside it. */
  name?: string | undefined;
  onChange: (value: Value | undefined) => void;
};

/**
 * One thing by which a list is narrowed. It is in the page's address, so that going back, and a link, bring the same
 * list.
 */
export function Choice<Value extends string>({ label, value, options, any, error: own, name, onChange }: ChoiceProps<Value>) {
  const id = useId();
  const refused = useFieldError(name);
  const error = own ?? refused;
  const names = Object.keys(options) as Value[];
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(names.find((one) => one === event.currentTarget.value))}
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
      >
        {any !== undefined && <option value="">{any}</option>}
        {names.map((one) => (
          <option key={one} value={one}>
            {options[one]}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <small id={`${id}-error`} className={styles['bad']}>
          {error}
        </small>
      )}
    </div>
  );
}

/** Days are those of whoever looks: midnight to midnight. */
export const midnight = (date: string, days: number): string => {
  const at = new Date(`${date}T00:00:00`);
  at.setDate(at.getDate() + days);
  return at.toISOString();
};

/** More of a list that goes on. */
export const More = ({
  query,
  what,
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  what: string;
}) =>
  query.hasNextPage ? (
    <p className={styles['more']}>
      <Button kind="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {what}
      </Button>
    </p>
  ) : null;

type WordsProps = {
  label: string;
  value: string;
  numeric?: boolean;
  error?: string | undefined;
  name?: string | undefined;
  onChange: (value: string) => void;
};

/** A few words, or a number. */
export const Words = ({ label, value, numeric, error: own, name, onChange }: WordsProps) => {
  const id = useId();
  const refused = useFieldError(name);
  const error = own ?? refused;
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        maxLength={500}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...(numeric && { inputMode: 'decimal' })}
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
      />
      {error !== undefined && (
        <small id={`${id}-error`} className={styles['bad']}>
          {error}
        </small>
      )}
    </div>
  );
};

type CountProps = { label: string; value: number; error?: string | undefined; onChange: (value: number) => void };

const countOf = (typed: string): number => (/^\d+$/.test(typed.trim()) ? Number(typed) : NaN);

/**
 * A whole number, which is NaN as long as something else is typed: that stays as it is typed, and is said to be wrong
 * beside it.
 */
export const Count = ({ label, value, error, onChange }: CountProps) => {
  const [typed, setTyped] = useState(String(value));
  const shown = Object.is(countOf(typed), value) ? typed : String(value);
  return (
    <Words
      label={label}
      numeric
      value={shown}
      error={Number.isNaN(value) ? 'Type a whole number.' : error}
      onChange={(next) => {
        setTyped(next);
        onChange(countOf(next));
      }}
    />
  );
};
