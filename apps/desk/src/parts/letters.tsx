import type { DeskLetter, LetterUnwritten } from '@newsstand/contracts/desk-orders';
import styles from './desk.module.css';
import { day, letterName } from './words.ts';

/** Why a letter is not sent again; of a code, which is asked for anew, and of what is on its way nothing is said. */
const NOT_AGAIN: Readonly<Record<string, string>> = {
  erased: 'not again: they were erased',
  nowhere: 'not again: no mailbox is known',
  cancelled: 'not again: the invoice was cancelled',
  paid: 'not again: the invoice is paid',
  over: 'not again: it is over',
  unwanted: 'not again: they want none, or need it no more',
  untrue: 'not again: it holds no more',
};

/** Why a letter was not sent: mostly as it was true no more by then. */
const UNWRITTEN: Readonly<Record<LetterUnwritten, string>> = {
  cancelled: 'not sent: the invoice was cancelled by then',
  over: 'not sent: it was over by then',
  unwanted: 'not sent: they wanted none, or needed it no more',
  unproved: 'not sent: the mailbox was not theirs by then',
  late: 'not sent: it came too late to be of use',
  untaken: 'not sent: no mail server took it for two days',
};

/** When each letter was written that waits to go out. */
export const waitingSince = (letters: readonly DeskLetter[]): string[] =>
  letters.filter(({ sent, bounced, unwritten }) => sent === null && bounced === null && unwritten == null).map(({ created }) => created);

/** Letters that were written, what became of each, and the way to send one again. */
export const Letters = ({ letters, onAgain }: { letters: readonly DeskLetter[]; onAgain?: ((letter: DeskLetter) => void) | undefined }) => (
  <ul className={`${styles['lines']} ${styles['letters']}`}>
    {letters.map((letter) => (
      <li key={letter.id}>
        <span>
          {letterName(letter.kind)}
          {letter.order != null && ` ${letter.order}`}{' '}
          {onAgain && letter.again && (
            <button type="button" className={styles['small']} onClick={() => onAgain(letter)}>
              Send again
              <span className={styles['unseen']}>
                : {letterName(letter.kind)}
                {letter.order != null && ` ${letter.order}`}, {day(letter.created)}
              </span>
            </button>
          )}
          {onAgain && !letter.again && letter.why_not != null && NOT_AGAIN[letter.why_not] !== undefined && (
            <small>{NOT_AGAIN[letter.why_not]}</small>
          )}
        </span>
        <span>{letter.to}</span>
        <span className={letter.bounced ? styles['bad'] : undefined}>
          {letter.bounced
            ? `came back ${day(letter.bounced)}`
            : letter.unwritten
              ? UNWRITTEN[letter.unwritten]
              : letter.sent
                ? `sent ${day(letter.sent)}`
                : `waits since ${day(letter.created)}`}
        </span>
      </li>
    ))}
  </ul>
);
