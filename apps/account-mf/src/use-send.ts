import { type RefObject, useEffect, useState } from 'react';
import type { Refusal } from '@newsstand/contracts/refusal';
import { bringWhatIsWrongIntoView } from '@newsstand/ui/form-errors';
import { refusedFor } from '@newsstand/ui/refused-for';
import { NOTHING, type Shown, shownOf } from './shown.ts';

/** Section 9: on the account pages, what is scrolled to stands this far below the top, in px. */
export const SCROLL_OFFSET = 112;

/**
 * Scrolls to what is wrong when it comes (sections 5 and 9): to the first field, or else to the notice. `place` holds
 * both.
 */
export const useInView = (place: RefObject<HTMLElement | null>, shown: Shown): void => {
  useEffect(() => {
    if (shown !== NOTHING && place.current) bringWhatIsWrongIntoView(place.current, SCROLL_OFFSET);
  }, [shown, place]);
};

/** What became of a call, as it is answered. */
export type Sent<Data> = { ok: true; data: Data } | { ok: false; status: number; refusal: Refusal; raw?: true };

/** Another tab was quicker. */
export const CONFLICT = 409;
/** And ended what was to be changed. */
const GONE = 410;

/**
 * Another tab changed it meanwhile, or ended it: shows what is on record now, and answers what to say of it. What was
 * typed stays, and sent again it takes the other's place, knowingly. Undefined where it could not be asked for, or has
 * ended: then the server's words are said.
 */
export type OnConflict = () => Promise<string | undefined>;

/**
 * The login is too old for what was sent, or `proves` nothing about the mailbox: after another one it `go`es out again
 * as it was; the reader may `leave` it.
 */
export type Again = { proves: boolean; go(): void; leave(): void };

/** Sends a form, or a button's wish, and keeps what came of it. A second time while one is on its way is ignored. */
export const useSend = (place: RefObject<HTMLElement | null>, fields: readonly string[] = []) => {
  const [busy, setBusy] = useState(false);
  const [shown, say] = useState<Shown>(NOTHING);
  useInView(place, shown);
  const [again, setAgain] = useState<Again | null>(null);
  const run = async <Data>(call: () => Promise<Sent<Data>>, onDone: (data: Data) => void, onConflict?: OnConflict) => {
    if (busy) return;
    setBusy(true);
    const sent = await call();
    const conflict = !sent.ok && (sent.status === CONFLICT || sent.status === GONE) ? await onConflict?.() : undefined;
    setBusy(false);
    const proves = !sent.ok && refusedFor(sent.refusal, 'prove_first');
    if (!sent.ok && (proves || refusedFor(sent.refusal, 'log_in_first'))) {
      const leave = () => setAgain(null);
      return setAgain({
        proves,
        leave,
        go: () => {
          leave();
          void run(call, onDone, onConflict);
        },
      });
    }
    if (sent.ok) say(NOTHING);
    else say(conflict === undefined ? shownOf(sent, fields) : { ...NOTHING, general: conflict });
    if (sent.ok) onDone(sent.data);
  };
  return {
    busy,
    again,
    shown,
    say,
    send: <Data>(call: () => Promise<Sent<Data>>, onDone: (data: Data) => void, onConflict?: OnConflict) =>
      void run(call, onDone, onConflict),
    errorOf: (field: string): string | undefined => shown.fields[field],
  };
};
