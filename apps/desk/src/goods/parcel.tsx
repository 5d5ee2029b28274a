import { trackingUrl, type DeskParcel, type DispatchTakenBack } from '@newsstand/contracts/desk-parcels';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Barcode } from './barcode.tsx';
import styles from './parcels.module.css';
import { TakeBackDialog } from '../acts/take-back.tsx';
import { day, moment } from '../parts/words.ts';

const pieces = ({ name, detail }: DeskParcel['lines'][number]): string => (detail === null ? name : `${name}, ${detail}`);

/** What is in a parcel, and what of it is to be put back. */
export const Contents = ({ parcel }: { parcel: DeskParcel }) => (
  <ul>
    {parcel.lines.map((line) => (
      <li key={line.ordinal} className={line.quantity === 0 ? styles['nothing'] : undefined}>
        <b>{line.quantity}</b> <span>{pieces(line)}</span>{' '}
        {line.back > 0 && <span className={styles['bad']}>{line.back} paid back since: put back</span>}
      </li>
    ))}
  </ul>
);

/** Nothing of it is to be sent any more. */
const isPaidBack = ({ sent, lines }: DeskParcel): boolean => sent === null && lines.every(({ quantity }) => quantity === 0);

/** Money that went back, or no address: what somebody should look at before it is sent. */
export const Warnings = ({ parcel }: { parcel: DeskParcel }) => (
  <>
    {isPaidBack(parcel) && <span className={styles['bad']}>Paid back: not to be sent. </span>}
    {parcel.gone > 0 && <span className={styles['bad']}>{formatCents(parcel.gone)} of its order went back. </span>}
    {parcel.address.length === 0 && <span className={styles['bad']}>No address. </span>}
  </>
);

/** A parcel as a row of a list; its order’s number leads to the order. */
export const ParcelRow = ({ parcel }: { parcel: DeskParcel }) => (
  <li className={styles['parcel']}>
    <strong>
      <Link to="/orders/$number" params={{ number: parcel.order }} data-row>
        {parcel.code}
      </Link>
    </strong>
    <address>
      {parcel.name}, {parcel.address.join(', ')} <Warnings parcel={parcel} />
    </address>
    <Contents parcel={parcel} />
    <span className={styles['end']}>{parcel.sent === null ? `since ${day(parcel.paid)}` : <SentWords parcel={parcel} />}</span>
  </li>
);

/** A parcel that was sent, as one quiet line; `children`: what can still be done with it. */
export const SentRow = ({ parcel, children }: { parcel: DeskParcel; children: ReactNode }) => (
  <li className={styles['sent']}>
    <Link to="/orders/$number" params={{ number: parcel.order }} data-row>
      {parcel.code}
    </Link>
    <span className={styles['cut']}>
      {parcel.name}: {parcel.lines.map((line) => `${line.quantity} ${pieces(line)}`).join('; ')}; {parcel.address.join(', ')}
    </span>
    <span>
      <SentWords parcel={parcel} />
    </span>
    <span className={styles['end']}>{children}</span>
  </li>
);

/** When it was sent, by whom, and where it can be followed. */
export const SentWords = ({ parcel: { sent, who, carrier, tracking } }: { parcel: DeskParcel }) => {
  const url = trackingUrl(carrier, tracking);
  return (
    <>
      sent {sent !== null && moment(sent)}
      {who !== null && `, ${who}`}
      {tracking !== '' && (
        <>
          {' · '}
          {url === null ? (
            tracking
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              {carrier} {tracking}
            </a>
          )}
        </>
      )}
    </>
  );
};

/** A slip, as it lies in a parcel: where it goes, its code, and what is in it. */
export const Slip = ({ parcel, magazine }: { parcel: DeskParcel; magazine: string }) => (
  <article className={styles['slip']} aria-label={`Slip of ${parcel.code}`}>
    <div>
      <small>{magazine}</small>
      <address>
        <span>{parcel.name}</span>
        {parcel.address.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      <Warnings parcel={parcel} />
    </div>
    <Barcode code={parcel.code} className={styles['barcode']} />
    <Contents parcel={parcel} />
  </article>
);

const HEARS: Record<DispatchTakenBack, string> = {
  written: 'Whoever paid was told that it is sent: a letter tells them now that it is not sent yet.',
  stopped: 'The letter that it is sent has not gone out yet, and does not.',
  none: 'Nobody is written to.',
};

/** `onOpen`: heard by a list that a colleague may take the parcel out of, while its dialog is open. */
type NotSentProps = { parcel: DeskParcel; onDone: (message: string) => void; onOpen?: (open: boolean) => void };

/**
 * A parcel was not sent after all: its pieces are open again. The service says for how long that goes, and who hears of
 * it.
 */
export function NotSent({ parcel, onDone, onOpen }: NotSentProps) {
  const [isOpen, setIsOpen] = useState(false);
  const setOpen = (open: boolean) => {
    setIsOpen(open);
    onOpen?.(open);
  };
  const { code, sent, sent_by: done } = parcel;
  return (
    <>
      <Button kind="quiet" aria-label={`Not sent after all: ${code}`} onClick={() => setOpen(true)}>
        Not sent after all
      </Button>
      {isOpen && (
        <TakeBackDialog
          done={done ?? ''}
          title={`${code} was not sent after all`}
          verb={`Open ${code} again`}
          shown={{
            now: parcel,
            says: (now) => ({ Parcel: now.sent === null ? 'Not sent' : 'Sent' }),
            typed: { Parcel: 'To be sent again' },
          }}
          happens={({ letter }) => [
            `What was sent${sent === null ? '' : ` ${moment(sent)}`} counts as not sent, and waits to be sent again.`,
            HEARS[letter ?? 'none'],
          ]}
          says={({ letter }) => `${code} is to be sent again.${letter === 'written' ? ' A letter says so.' : ''}`}
          onDone={(text) => {
            setOpen(false);
            onDone(text);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
