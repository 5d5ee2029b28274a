import { useId, useState } from 'react';
import { clockOf, dayOf, FIRST_DAY, instantOf, LAST_DAY } from './days.ts';
import styles from './desk.module.css';
import { useFieldError } from './field-errors.tsx';
import { useSignedIn } from '../session/session.tsx';
import { zoneWords } from './words.ts';

type FieldProps = { label: string; value: string | undefined; name?: string; onChange: (value: string | undefined) => void };

/** A day, as `2026-12-01`; undefined while there is none in it. */
export const Day = (props: FieldProps) => (
  <Picked {...props} type="date" min={FIRST_DAY} max={LAST_DAY} whole="a whole day" read={dayOf} write={(day) => day} />
);

/** A moment, as an instant, chosen by the publication's clock; undefined while there is none in it. */
export const Moment = ({ label, ...props }: FieldProps) => {
  const { time_zone: zone } = useSignedIn();
  return (
    <Picked
      {...props}
      label={`${label}, by the clock of ${zoneWords(zone)}`}
      type="datetime-local"
      min={`${FIRST_DAY}T00:00`}
      max={`${LAST_DAY}T23:59`}
      whole="a day and a time"
      read={(typed) => instantOf(typed, zone)}
      write={(instant) => clockOf(instant, zone)}
    />
  );
};

type PickedProps = FieldProps & {
  type: 'date' | 'datetime-local';
  min: string;
  max: string;
  whole: string;
  read: (typed: string) => string | undefined;
  write: (value: string) => string;
};

/** What is typed stays as long as it is no value yet, or is the one that the page has. */
function Picked({ label, value, name, onChange, whole, read, write, ...limits }: PickedProps) {
  const id = useId();
  const refused = useFieldError(name);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const isOwn = typed !== null && [undefined, value].includes(read(typed));
  const error = isWrong ? `Please give ${whole}, of a year from 1900 to 2099.` : refused;
  return (
    <div className={styles['choice']}>
      <label htmlFor={id}>{label}</label>
      <input
        {...limits}
        id={id}
        value={isOwn ? typed : value === undefined ? '' : write(value)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setWrong(false);
          onChange(read(currentTarget.value));
        }}
        onBlur={({ currentTarget: { value: left, validity } }) => {
          const isNone = read(left) === undefined;
          setWrong(isNone && (left !== '' || validity.badInput));
          if (!isNone || left === '') setTyped(null);
        }}
        {...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` })}
      />
      {error !== undefined && (
        <small id={`${id}-error`} className={styles['bad']}>
          {error}
        </small>
      )}
    </div>
  );
}
