import { postEndpoints } from '@newsstand/contracts/desk-endpoints-post';
import { labelCode, readLabelCode, type PostReturned, type ReturnedCopy } from '@newsstand/contracts/desk-post';
import { displayDate } from '@newsstand/contracts/display-date';
import { Button } from '@newsstand/ui/button';
import { Notice } from '@newsstand/ui/notice';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { call, isRefusal, valuesOf } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import parcels from '../goods/parcels.module.css';
import { LastAct } from '../acts/last-act.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { NOT_RETURNED, TakeBackDialog } from '../acts/take-back.tsx';

const KEY = ['returned'];
/** A scan and its action, which is the same however often it is sent. */
type Scan = { label: string; action: string };

/**
 * Copies that the post brought back, by scanner or keyboard alone: each label is one scan, and what was scanned stands
 * below.
 */
export function Returned() {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [wrong, say] = useState('');
  // The order of a parcel that was scanned here.
  const [order, setOrder] = useState('');
  const setWrong = (text: string, of = '') => {
    say(text);
    setOrder(of);
  };
  const opens = useMay('seeOrders');
  const [answer, setMessage] = useState('');
  const [lost, setLost] = useState<Scan | null>(null);
  const undoes = useMay('takeBack');
  // As a refusal says when a copy was noted.
  const { time_zone: zone } = useSignedIn();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: () => call(postEndpoints.deskReturned) });
  const note = useMutation({
    mutationFn: ({ label, action }: Scan) => call(postEndpoints.deskReturnToSender, { body: { action, label } }),
    onSuccess: async (back) => {
      setLost(null);
      setWrong('');
      setMessage(wordsOf(back));
      await queries.invalidateQueries({ predicate: ({ queryKey: [of] }) => of === 'returned' || of === 'today' || of === 'issue-post' });
    },
    onError: (error, scan) => {
      setMessage('');
      // A refusal names the label itself.
      const parcel = valuesOf(error, 'desk.label_is_parcel')?.['order'];
      setWrong(
        isRefusal(error) ? error.message : `${scan.label}: ${error.message} Nobody knows whether it was noted.`,
        String(parcel ?? ''),
      );
      // Sent again it is the same one: nothing is noted twice.
      setLost(isRefusal(error) ? null : scan);
    },
  });
  const [undoing, setUndoing] = useState<ReturnedCopy | null>(null);
  // The scanner types here, also once a dialog has closed.
  useEffect(() => {
    if (undoing === null) field.current?.focus();
  }, [undoing]);
  // A scanner is quicker than an answer: each scan has its turn.
  const turns = useRef(Promise.resolve());
  const send = (scan: Scan) => {
    turns.current = inTurn(turns.current, () => note.mutateAsync(scan));
  };
  const scanned = (event: FormEvent) => {
    event.preventDefault();
    const name = readLabelCode(typed);
    field.current?.focus();
    setTyped('');
    if (typed.trim() !== '') send({ label: name ? labelCode(name) : typed.trim(), action: crypto.randomUUID() });
  };
  return (
    <>
      <Heading text="Copies that came back" />
      <p className={styles['facts']}>
        Scan the label of a copy that the post brought back, or type its number: 16 a1 412 will do. Nothing more is posted to that address,
        and its reader is asked for another one.{' '}
        <Link to="/lists/$list" params={{ list: 'undeliverable' }}>
          Who waits for an address
        </Link>
      </p>
      <form className={`${parcels['scan']} ${parcels['one']}`} onSubmit={scanned}>
        <label>
          Label
          <input
            ref={field}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </label>
        <Button type="submit">Note it</Button>
      </form>
      {wrong !== '' && (
        <Notice kind="error">
          {wrong}
          {order !== '' && opens && (
            <>
              {' '}
              <Link to="/orders/$number" params={{ number: order }}>
                Open {order}
              </Link>
            </>
          )}
        </Notice>
      )}
      {lost !== null && (
        <Button kind="secondary" busy={note.isPending} onClick={() => send(lost)}>
          Send {lost.label} again
        </Button>
      )}
      <LastAct text={answer} />
      <Asked query={query} what="the copies that came back">
        {({ returned }) => (
          <Part title="Noted last" none={returned.length === 0 && 'None yet.'}>
            <ul className={styles['rows']}>
              {returned.map((copy) => (
                <li key={copy.id} className={undoes ? styles['decides'] : undefined}>
                  <Link to="/readers/$owner" params={{ owner: copy.owner }} data-row className={styles['copy']}>
                    <strong>{copy.label}</strong>
                    <span>{copy.name === '' ? 'No name' : copy.name}</span>
                    <span>{stateOf(copy)}</span>
                    <span className={styles['end']}>
                      {displayDate(copy.returned, zone)}
                      {copy.who !== '' && `, ${copy.who}`}
                    </span>
                  </Link>
                  {undoes && (
                    <Button kind="secondary" disabled={copy.sent !== null} onClick={() => setUndoing(copy)}>
                      Undo<span className={styles['unseen']}> {copy.label}</span>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {undoing !== null && (
              <TakeBackDialog
                done={undoing.id}
                title={`${undoing.label} did not come back`}
                shown={{
                  now: returned,
                  says: (all) => ({ [undoing.label]: nowOf(all, undoing) }),
                  typed: { [undoing.label]: 'Not come back' },
                }}
                happens={() => [...NOT_RETURNED]}
                says={() => `${undoing.label} did not come back.`}
                onDone={(text) => {
                  setWrong('');
                  setMessage(text);
                  setUndoing(null);
                }}
                onClose={() => setUndoing(null)}
              />
            )}
          </Part>
        )}
      </Asked>
    </>
  );
}

/** What a turn came to is said by its own call; the next one has its turn either way. */
async function inTurn(before: Promise<void>, turn: () => Promise<unknown>): Promise<void> {
  await before;
  try {
    await turn();
  } catch {
    // It was said.
  }
}

/** `unknown`: of what was noted before it was said. */
const NO_LETTER = {
  asked: 'No letter: they were asked already.',
  none: 'No letter: they have no e-mail address here. Ask them by post or telephone.',
  unknown: 'No letter: they were asked already, or have no mailbox.',
};

const wordsOf = ({ label, name, lines, marked, letter, again, mailbox }: PostReturned): string =>
  [
    `${label}: ${[name, ...lines].join(', ')}.`,
    marked ? 'Nothing more is posted there.' : 'They have another address by now, which stays.',
    ...(marked
      ? [
          letter
            ? 'A letter asks for another address, in ten minutes.'
            : NO_LETTER[mailbox === undefined ? 'unknown' : mailbox ? 'asked' : 'none'],
        ]
      : []),
    ...(again ? [marked ? 'The copy is posted again once there is one.' : 'The copy is posted there with the next late list.'] : []),
  ].join(' ');

const nowOf = (all: readonly ReturnedCopy[], { id }: ReturnedCopy): string => {
  const copy = all.find((one) => one.id === id);
  return copy ? stateOf(copy) : 'taken back already';
};

const stateOf = ({ waits, lacks_address, sent }: ReturnedCopy): string => {
  if (sent !== null) return `posted again as ${sent}`;
  if (!waits) return 'not posted again';
  return lacks_address ? 'waits for another address' : 'waits for a late list';
};
