import type { DeskAction } from '@newsstand/contracts/desk-history';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styles from '../parts/desk.module.css';
import { useSignedIn } from '../session/session.tsx';
import { doneWords, moment } from '../parts/words.ts';

/** What is said of a thing, by the names of its parts. */
export type Facts = Readonly<Record<string, string>>;

/**
 * What a dialog is about. `now`: as the page has it, a part of what was read; `says`: what of it a decision rests on.
 */
export type Shown<Thing> = {
  now: Thing;
  says: (thing: Thing) => Facts;
  /** What is wanted, by the same names; where nothing is typed, what the button does says it. */
  typed?: Facts;
  /** Who did what to it: the newest that was not there before is told. */
  history?: (thing: Thing) => readonly DeskAction[];
};
/** Of what stands on no page, only what would happen can differ. */
export const ON_NO_PAGE: Shown<null> = { now: null, says: () => ({}) };

/** A part of it: as it was seen, as it is now, and what is wanted of it. */
export type Part = { name: string; was: ReactNode; is: ReactNode; typed: string | undefined; isOther: boolean };

/** The parts that differ, and those of which something is wanted. */
export function partsOf(was: Facts, is: Facts, typed: Facts): Part[] {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is), ...Object.keys(typed)])];
  return names
    .map((name) => ({ name, was: was[name], is: is[name], typed: typed[name], isOther: was[name] !== is[name] }))
    .filter(({ isOther, typed: wanted }) => isOther || wanted !== undefined);
}

type Props = {
  parts: readonly Part[];
  by: DeskAction | undefined;
  /** What was said to whoever pressed the button: who was first, where the page does not know. */
  told: string | null;
  /** Why one cannot go on with one's own. */
  refusal: string | null;
  onTheirs: () => void;
  /** Undefined while it is not known whether that still goes. */
  onYours: (() => void) | undefined;
};

/**
 * Somebody was first: what one saw, what is there now and what one typed, side by side. What was typed stays in the
 * fields above it.
 */
export const ChangedMeanwhile = ({ parts, by, told, refusal, onTheirs, onYours }: Props) => {
  const names = useSignedIn();
  const section = useRef<HTMLElement>(null);
  const whyId = useId();
  const [hasFields, setHasFields] = useState(false);
  // Before anybody sees it: dialogs that ask for nothing have nothing that is typed.
  useLayoutEffect(() => setHasFields(section.current?.closest('form')?.querySelector('input, select, textarea') != null), []);
  const first = by ? `${by.who} ${doneWords(by, names)}, ${moment(by.at)}.` : told;
  const why = refusal ?? (onYours === undefined ? 'Whether yours still goes is looked at.' : null);
  // The button that was pressed can be pressed no more.
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={section} tabIndex={-1} className={styles['happens']} aria-label="Changed meanwhile">
      <Notice kind="warning" title="Changed meanwhile">
        {first !== null && `${first} `}Nothing of yours was done{hasFields && ', and nothing that you typed is lost'}.
      </Notice>
      <table className={styles['changed']}>
        <thead>
          <tr>
            {['You saw', 'It is now', 'Yours'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {parts.map(({ name, was, is, typed, isOther }) => (
          <tbody key={name}>
            <tr>
              <th colSpan={3} scope="rowgroup">
                {name}
              </th>
            </tr>
            <tr>
              <td>{was ?? '–'}</td>
              <td>{isOther ? <mark>{is ?? '–'}</mark> : (is ?? '–')}</td>
              <td>{typed ?? '–'}</td>
            </tr>
          </tbody>
        ))}
      </table>
      {why !== null && (
        <p id={whyId} className={styles[refusal === null ? 'none' : 'bad']}>
          {why === first ? 'Yours does not go any more.' : why}
        </p>
      )}
      <div className={styles['acts']}>
        <Button onClick={onTheirs}>Use theirs</Button>
        <Button
          kind="secondary"
          disabled={onYours === undefined}
          onClick={() => onYours?.()}
          {...(why !== null && { 'aria-describedby': whyId })}
        >
          Go on with yours
        </Button>
      </div>
    </section>
  );
};
