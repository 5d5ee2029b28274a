import { parcelsEndpoints } from '@newsstand/contracts/desk-endpoints-parcels';
import { MOST_PARCELS, type BatchMade, type DeskParcel } from '@newsstand/contracts/desk-parcels';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { More } from '../parts/filters.tsx';
import { NotSent, ParcelRow, SentRow } from './parcel.tsx';
import parcels from './parcels.module.css';
import { LastAct } from '../acts/last-act.tsx';
import { useMay } from '../session/session.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { day } from '../parts/words.ts';

const KEY = ['parcels'];
/** How long a parcel can be said not to have been sent: the service has the last word. */
const A_DAY = 24 * 60 * 60 * 1000;

/** Goods to send, the oldest first; batches that are not through; and what was sent last. */
export function Parcels() {
  const packs = useMay('packBatch');
  const [making, setMaking] = useState(false);
  const [message, setMessage] = useState('');
  const [made, setMade] = useState<number | null>(null);
  const [now] = useState(() => Date.now());
  const [opened, setOpened] = useState<DeskParcel | null>(null);
  const query = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => call(parcelsEndpoints.deskParcels, pageParam === '' ? {} : { query: { after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <Heading text="Parcels" />
      <Asked query={query} what="the parcels">
        {({ pages }) => {
          const open = pages.flatMap((page) => page.open);
          const [first] = pages;
          const { count, batches, sent } = first ?? { count: 0, batches: [], sent: [] };
          return (
            <>
              <div className={styles['acts']}>
                {packs && (
                  <Button disabled={open.length === 0} onClick={() => setMaking(true)}>
                    Make a batch…
                  </Button>
                )}
                <Link to="/parcels/scan">Scan and send</Link>
              </div>
              <LastAct text={message} />
              {made !== null && (
                <p>
                  <Link to="/parcels/batches/$number" params={{ number: String(made) }}>
                    Its picking list and slips
                  </Link>
                </p>
              )}
              {making && <MakeBatch open={count} onMade={setMade} onDone={setMessage} onClose={() => setMaking(false)} />}
              {batches.length > 0 && (
                <Part title="Batches">
                  <ul className={styles['rows']}>
                    {batches.map((batch) => (
                      <li key={batch.number}>
                        <Link to="/parcels/batches/$number" params={{ number: String(batch.number) }} data-row className={styles['work']}>
                          <strong>Batch {batch.number}</strong>
                          <span>
                            made {day(batch.created)}, {batch.sent} of {batch.parcels} sent
                          </span>
                          <b className={styles['end']}>{batch.parcels - batch.sent}</b>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </Part>
              )}
              <Part
                title="To send"
                aside={count > 0 ? `${count} ${count === 1 ? 'order' : 'orders'}, the oldest first` : undefined}
                none={
                  open.length === 0 &&
                  `${batches.length > 0 ? 'All of it is packed, and waits in its batch.' : 'Nothing is to be sent.'} What is paid for and posted stands here until it is packed.`
                }
              >
                <ul className={parcels['parcels']}>
                  {open.map((parcel) => (
                    <ParcelRow key={parcel.code} parcel={parcel} />
                  ))}
                </ul>
                <More query={query} what="More parcels" />
              </Part>
              {(sent.length > 0 || opened !== null) && (
                <Part title="Sent last">
                  <ul className={parcels['parcels']}>
                    {withOpened(sent, opened).map(({ parcel, key }) => (
                      <SentRow key={key} parcel={parcel}>
                        {(opened?.code === parcel.code || (parcel.sent !== null && Date.parse(parcel.sent) > now - A_DAY)) && (
                          <NotSent parcel={parcel} onDone={setMessage} onOpen={(open) => setOpened(open ? parcel : null)} />
                        )}
                      </SentRow>
                    ))}
                  </ul>
                </Part>
              )}
            </>
          );
        }}
      </Asked>
    </>
  );
}

const keyOf = ({ code, sent }: DeskParcel): string => `${code} ${sent}`;

/**
 * What was sent last; the one whose dialog is open stays there, as not sent, where a colleague took it back meanwhile.
 */
function withOpened(sent: readonly DeskParcel[], opened: DeskParcel | null): { parcel: DeskParcel; key: string }[] {
  const rows = sent.map((parcel) => ({ parcel, key: keyOf(parcel) }));
  if (opened === null || rows.some(({ key }) => key === keyOf(opened))) return rows;
  return [{ parcel: { ...opened, sent: null }, key: keyOf(opened) }, ...rows.filter(({ parcel }) => parcel.code !== opened.code)];
}

type MakeProps = { open: number; onMade: (number: number | null) => void; onDone: (message: string) => void; onClose: () => void };

/** Packs the oldest together: how many, and what that is. */
const MakeBatch = ({ open, onMade, onDone, onClose }: MakeProps) => {
  const [typed, setTyped] = useState(String(Math.min(open, MOST_PARCELS)));
  const most = Number(typed);
  const isNumber = Number.isInteger(most) && most >= 1 && most <= MOST_PARCELS;
  return (
    <ActDialog<number, BatchMade, number>
      title="Make a batch"
      verb={(plan) => (plan === undefined ? 'Pack' : `Pack ${plan.parcels} ${plan.parcels === 1 ? 'parcel' : 'parcels'}`)}
      about={KEY}
      shown={{
        now: open,
        says: (now) => ({ 'To send': `${now} ${now === 1 ? 'parcel' : 'parcels'}` }),
        typed: { 'To send': `${typed} of them in a batch` },
      }}
      wish={isNumber ? most : null}
      send={(wish, { action, dry }) =>
        call(parcelsEndpoints.deskMakeBatch, { ...(dry && { query: { dry: '' } }), body: { action, most: wish } })
      }
      happens={({ parcels: many, pieces }) => [
        `${many} ${many === 1 ? 'parcel is' : 'parcels are'} packed together, the oldest first: ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}.`,
        'It has a picking list and a slip for each. Nobody is written to until a parcel is sent.',
      ]}
      done={({ number }) => {
        onMade(number);
        return `Batch ${number} is made.`;
      }}
      onDone={(text) => {
        onClose();
        onDone(text);
      }}
      onClose={onClose}
    >
      <Field
        name="most"
        label={`How many, ${MOST_PARCELS} at most`}
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
        {...(!isNumber && { error: `Type a number from 1 to ${MOST_PARCELS}.` })}
      />
    </ActDialog>
  );
};
