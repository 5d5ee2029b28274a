import { parcelsEndpoints } from '@newsstand/contracts/desk-endpoints-parcels';
import { CARRIERS, Carrier, TrackingNumber, type DeskParcel, type ParcelSent } from '@newsstand/contracts/desk-parcels';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import * as v from 'valibot';
import { MAYBE_DONE } from '../acts/act-dialog.tsx';
import { call, isRefusal, valuesOf } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { NotSent, SentRow, SentWords, Slip } from './parcel.tsx';
import parcels from './parcels.module.css';
import { LastAct } from '../acts/last-act.tsx';
import { carrierOf, readScan } from './read-scan.ts';
import { useSignedIn } from '../session/session.tsx';
import { Heading, Part } from '../parts/page-parts.tsx';

/**
 * A slip that lies on the table, with what was scanned besides; its action is made when it is laid there, so that it is
 * sent once. `allTheSame`: it was paid back, and is sent; `known`: the carrier whose number it has, by its shape;
 * `oneBox`: whether its number is another parcel's on purpose, null where nobody has to say so.
 */
type OnTable = { parcel: DeskParcel; tracking: string; action: string; allTheSame: boolean; known: Carrier | null; oneBox: boolean | null };

const onTable = (parcel: DeskParcel): OnTable => ({
  parcel,
  tracking: '',
  action: crypto.randomUUID(),
  allTheSame: false,
  known: null,
  oneBox: null,
});

/**
 * Sending by scanner or keyboard alone: a slip is scanned and looked at, a tracking number may follow, and the slip
 * again, or Enter, says that it is sent. Escape puts it away.
 */
export function Scan() {
  const { magazine } = useSignedIn();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [carrier, setCarrier] = useCarrier();
  const [table, show] = useState<OnTable | null>(null);
  const at = useRef<OnTable | null>(null);
  // For one parcel: the next one's reader is written to again.
  const [untold, setUntold] = useState(false);
  const setTable = (next: OnTable | null) => {
    if (next?.parcel.code !== at.current?.parcel.code) setUntold(false);
    at.current = next;
    show(next);
  };
  /** A scanner types where the focus is. */
  const toField = () => field.current?.focus();
  const [wrong, setWrong] = useState('');
  const [message, setMessage] = useState('');
  const [gone, setGone] = useState<DeskParcel[]>([]);
  const queries = useQueryClient();
  useEffect(() => field.current?.focus(), []);
  const anew = () => queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => of === 'parcels' || of === 'batch' || of === 'today' });
  const say = (text: string, error = false) => {
    setWrong(error ? text : '');
    setMessage(error ? '' : text);
  };
  const look = useMutation({
    mutationFn: (code: string) => call(parcelsEndpoints.deskParcel, { params: { code } }),
    onSuccess: ({ parcel }) => {
      setTable(onTable(parcel));
      if (asksFirst(parcel)) say(wasPaidBack(parcel), true);
      else say(`${parcel.code}: ${parcel.name}${parcel.sent === null ? '' : ', sent already.'}`);
    },
    onError: (error) => say(error.message, true),
  });
  const send = useMutation({
    mutationFn: ({ parcel, tracking, action, allTheSame, known, oneBox }: OnTable) =>
      call(parcelsEndpoints.deskSendParcel, {
        params: { code: parcel.code },
        body: {
          action,
          version: parcel.version,
          carrier: tracking === '' ? '' : (known ?? carrier),
          tracking,
          untold,
          paid_back: allTheSame,
          one_box: oneBox ?? false,
        },
      }),
    onSuccess: async (sent) => {
      setTable(null);
      setGone((before) => [sent.parcel, ...before]);
      say(wordsOf(sent));
      await anew();
    },
    onError: async (error, lies) => {
      say(`${error.message} ${isRefusal(error) ? 'Nothing was changed.' : MAYBE_DONE}`, true);
      // Whoever has two parcels in one box says so; else the next scan is of the right number.
      if (valuesOf(error, 'desk.tracking_taken') !== null) setTable({ ...lies, oneBox: false });
      else if (isRefusal(error)) {
        // What is shown is what there is.
        const now = await lookAgain(lies.parcel.code);
        setTable(now && onTable(now));
      }
    },
  });
  const handle = async (text: string) => {
    const lies = at.current;
    const scan = readScan(text, lies === null || lies.parcel.sent !== null ? null : lies.parcel.code);
    if (scan.type === 'no-slip') say(`“${scan.typed}” is no slip’s code: it is like EXR-8812, and EXR-8812.1 on a giftee’s.`, true);
    else if (scan.type === 'label') say(`${scan.typed} is the number of a magazine’s label, and of no parcel.`, true);
    else if (scan.type === 'look') await look.mutateAsync(scan.code);
    else if (scan.type === 'send' && lies && asksFirst(lies.parcel) && !lies.allTheSame) say(wasPaidBack(lies.parcel), true);
    else if (scan.type === 'send' && lies) await send.mutateAsync(lies);
    else if (scan.type === 'track' && lies) {
      const read = v.safeParse(TrackingNumber, scan.tracking);
      if (read.success) {
        const known = carrierOf(read.output);
        setTable({ ...lies, tracking: read.output, known, oneBox: null });
        say(`Tracking number ${read.output}${known ? ` of ${known}` : ''}. Scan the slip again, or press Enter.`);
      } else say(`${scan.tracking} is neither this slip nor a tracking number.`, true);
    } else if (scan.type === 'other')
      say(`${scan.code} is the slip of another parcel, or another number of ours. Send or put away ${lies?.parcel.code} first.`, true);
  };
  // A scanner is quicker than an answer: each scan has its turn.
  const turns = useRef(Promise.resolve());
  const scanned = (event: FormEvent) => {
    event.preventDefault();
    toField();
    setTyped('');
    turns.current = inTurn(turns.current, () => handle(typed));
  };
  const put = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || table === null || send.isPending) return;
    event.preventDefault();
    setTable(null);
    setTyped('');
    say(`${table.parcel.code} is put away${table.parcel.sent === null ? ', nothing of it was sent' : ''}.`);
  };
  return (
    <>
      <Heading text="Scan and send" />
      <p className={styles['facts']}>
        Scan a slip, or type an order’s number. Then its tracking number, if it has one; the slip again, or Enter, sends it. Escape puts it
        away. <Link to="/parcels">All parcels</Link>
      </p>
      <form className={parcels['scan']} onSubmit={scanned}>
        <label>
          Carrier
          <select
            value={table?.known ?? carrier}
            onChange={(event) => {
              setCarrier(v.parse(Carrier, event.currentTarget.value));
              if (table !== null) setTable({ ...table, known: null });
            }}
          >
            {CARRIERS.map((name) => (
              <option key={name} value={name}>
                {name === '' ? 'Another' : name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {table === null || table.parcel.sent !== null ? 'Slip or order' : `Tracking number, or ${table.parcel.code} again`}
          <input
            ref={field}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={put}
            maxLength={48}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </label>
        {table !== null && table.parcel.sent === null && (
          <label className={`${styles['tick']} ${parcels['wide']}`}>
            <input
              type="checkbox"
              checked={untold}
              onChange={(event) => {
                setUntold(event.currentTarget.checked);
                toField();
              }}
            />{' '}
            Do not write to the reader
          </label>
        )}
        {table !== null && asksFirst(table.parcel) && (
          <label className={`${styles['tick']} ${parcels['wide']}`}>
            <input
              type="checkbox"
              checked={table.allTheSame}
              onChange={(event) => {
                setTable({ ...table, allTheSame: event.currentTarget.checked });
                toField();
              }}
            />{' '}
            Send it all the same, although it was paid back
          </label>
        )}
        {table !== null && table.oneBox !== null && (
          <label className={`${styles['tick']} ${parcels['wide']}`}>
            <input
              type="checkbox"
              checked={table.oneBox}
              onChange={(event) => {
                setTable({ ...table, oneBox: event.currentTarget.checked });
                toField();
              }}
            />{' '}
            Both parcels are in one box
          </label>
        )}
        <div className={parcels['wide']}>
          {table !== null && table.parcel.sent === null ? (
            <Button type="submit">
              Send {table.parcel.code}
              {table.tracking !== '' && ` as ${table.tracking}`}
            </Button>
          ) : (
            <Button type="submit" kind="secondary">
              Look
            </Button>
          )}
        </div>
      </form>
      {wrong !== '' && <Notice kind="error">{wrong}</Notice>}
      <LastAct text={message} />
      {table !== null && (
        <>
          <Slip parcel={table.parcel} magazine={magazine} />
          {table.parcel.sent !== null && (
            <p>
              <SentWords parcel={table.parcel} />{' '}
              <NotSent
                parcel={table.parcel}
                onDone={(text) => {
                  setTable(null);
                  say(text);
                  toField();
                }}
              />
            </p>
          )}
        </>
      )}
      {gone.length > 0 && (
        <Part title="Sent here just now" aside={`${gone.length}`}>
          <ul className={parcels['parcels']}>
            {gone.map((parcel) => (
              <SentRow key={parcel.sent_by} parcel={parcel}>
                <NotSent
                  parcel={parcel}
                  onDone={(text) => {
                    setGone(gone.filter((one) => one !== parcel));
                    say(text);
                    toField();
                  }}
                />
              </SentRow>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

/** Its money went back, its pieces did not: whoever sends it says that they mean to. */
const asksFirst = ({ sent, paid_back }: DeskParcel): boolean => sent === null && paid_back === true;
const wasPaidBack = ({ code }: DeskParcel): string =>
  `${code} was paid back. Put it away (Escape), or say that it is sent all the same and scan it again.`;

/** What a turn came to is said by its own call; the next one has its turn either way. */
async function inTurn(before: Promise<void>, turn: () => Promise<void>): Promise<void> {
  await before;
  try {
    await turn();
  } catch {
    // It was said.
  }
}

/** The parcel as it is by now; null where there is none any more, or nobody can say. */
async function lookAgain(code: string): Promise<DeskParcel | null> {
  try {
    return (await call(parcelsEndpoints.deskParcel, { params: { code } })).parcel;
  } catch {
    return null;
  }
}

const wordsOf = ({ parcel, letter, erased, fulfilled }: ParcelSent): string =>
  [
    `${parcel.code} is sent.`,
    fulfilled ? `Nothing of order ${parcel.order} is open any more.` : `Something of order ${parcel.order} is still to be sent.`,
    letter ? 'Its reader is written to in ten minutes.' : erased ? 'Nobody is written to: they were erased.' : 'Nobody is written to.',
  ].join(' ');

const KEPT = 'desk-carrier';

/** The carrier of this table: kept by this browser. */
function useCarrier(): [Carrier, (carrier: Carrier) => void] {
  const [carrier, setCarrier] = useState<Carrier>(() => {
    try {
      const kept = v.safeParse(Carrier, localStorage.getItem(KEPT));
      return kept.success ? kept.output : '';
    } catch {
      return '';
    }
  });
  return [
    carrier,
    (next) => {
      setCarrier(next);
      try {
        localStorage.setItem(KEPT, next);
      } catch {
        // It holds until the page is loaded again.
      }
    },
  ];
}
