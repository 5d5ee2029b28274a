import { csvOf } from '@newsstand/contracts/csv';
import { parcelsEndpoints } from '@newsstand/contracts/desk-endpoints-parcels';
import type { DeskGood, MoveStock, StockedGood, StockMonth, StockMove, StockMoved, StockWhy } from '@newsstand/contracts/desk-stock';
import { displayDate } from '@newsstand/contracts/display-date';
import { Button } from '@newsstand/ui/button';
import { Field } from '@newsstand/ui/field';
import { Notice } from '@newsstand/ui/notice';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type * as v from 'valibot';
import { ActDialog } from '../acts/act-dialog.tsx';
import { call } from '../session/call.ts';
import type { Facts } from '../acts/changed-meanwhile.tsx';
import styles from '../parts/desk.module.css';
import { Bars, stockBars } from '../parts/plot.tsx';
import { LastAct } from '../acts/last-act.tsx';
import { saveFile } from '../parts/save-file.ts';
import { useMay } from '../session/session.tsx';
import { Asked, Heading, Part, Wide } from '../parts/page-parts.tsx';
import { TakeBackDialog } from '../acts/take-back.tsx';
import { moment } from '../parts/words.ts';

const KINDS = {
  restock: { act: 'Restock…', title: 'Restock', verb: 'Add', label: 'How many came' },
  count: { act: 'Count…', title: 'Count', verb: 'Keep', label: 'How many lie in the house' },
  loss: { act: 'Write off…', title: 'Write off', verb: 'Write off', label: 'How many are gone' },
} as const;
type Kind = keyof typeof KINDS;

const WHYS: Readonly<Record<string, string>> = {
  start: 'The ledger begins',
  sold: 'Sold',
  again: 'Sent once more',
  refund: 'Back, paid back',
  restock: 'Restocked',
  count: 'Counted',
  loss: 'Written off',
  'taken-back': 'Taken back',
} satisfies Record<StockWhy, string>;

/** One good: what there is of it, what moved it, and what is done with it. */
export function Good() {
  const { type, ref } = useParams({ from: '/stock/$type/$ref' });
  const query = useQuery({ queryKey: ['good', type, ref], queryFn: () => call(parcelsEndpoints.deskGood, { params: { type, ref } }) });
  return (
    <Asked query={query} what="this good" heading="Good">
      {(page) => <GoodPage key={`${type} ${ref}`} page={page} />}
    </Asked>
  );
}

const GoodPage = ({ page }: { page: DeskGood }) => {
  const { good, moves, more, balanced, year = [] } = page;
  const moving = useMay('adjustStock');
  const [kind, setKind] = useState<Kind | null>(null);
  const [undoing, setUndoing] = useState<StockMove | null>(null);
  const [message, setMessage] = useState('');
  const close = () => setKind(null);
  const done = (text: string) => {
    setKind(null);
    setUndoing(null);
    setMessage(text);
  };
  const title = good.detail === null ? good.name : `${good.name}, ${good.detail}`;
  return (
    <>
      <Heading text={title} />
      <p className={styles['facts']}>
        <b className={good.low ? styles['bad'] : undefined}>{good.stock} to sell</b> · {good.held} sold and not sent yet · {good.sold} sold
        in 90 days{!good.on_sale && ' · not on sale'} · <Link to="/stock">All goods</Link>
      </p>
      {!balanced && (
        <Notice kind="error" title="The ledger does not add up">
          What is there is not the sum of what moved it. Count it, and tell whoever looks after the database.
        </Notice>
      )}
      {moving && (
        <div className={styles['acts']}>
          {(['restock', 'count', 'loss'] as const).map((one) => (
            <Button key={one} kind={one === 'restock' ? 'primary' : 'secondary'} onClick={() => setKind(one)}>
              {KINDS[one].act}
            </Button>
          ))}
        </div>
      )}
      <LastAct text={message} />
      {kind !== null && <Move now={page} kind={kind} onDone={done} onClose={close} />}
      {undoing !== null && <TakeMoveBack good={good} move={undoing} onDone={done} onClose={() => setUndoing(null)} />}
      <Year title={title} year={year} />
      <Part title="Ledger" aside={more ? `the last ${moves.length} moves` : undefined}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">When</th>
              <th scope="col" className={styles['end']}>
                Pieces
              </th>
              <th scope="col" className={styles['end']}>
                Left
              </th>
            </tr>
          </thead>
          <tbody>
            {moves.map((move, index) => (
              <tr key={`${move.at} ${move.why} ${index}`}>
                <th scope="row" className={styles['wraps']}>
                  {move.why === 'refund' && move.quantity < 0 ? 'Held again' : (WHYS[move.why] ?? move.why)}{' '}
                  <small>
                    {move.order !== null && (
                      <Link to="/orders/$number" params={{ number: move.order }}>
                        {move.order}
                      </Link>
                    )}
                    {move.why === 'sold' && move.order === null && 'being paid'}
                    {move.who !== null && ` ${move.who}`}
                    {move.note !== '' && `, ${move.note}`}{' '}
                    {moving && move.undo && (
                      <button type="button" className={styles['small']} onClick={() => setUndoing(move)}>
                        Undo
                      </button>
                    )}
                  </small>
                </th>
                <td>{moment(move.at)}</td>
                <td className={styles['end']}>{move.quantity > 0 ? `+${move.quantity}` : move.quantity}</td>
                <td className={styles['end']}>{move.left}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
    </>
  );
};

/** What was sold of it, and what was left, month by month. */
const Year = ({ title, year }: { title: string; year: readonly StockMonth[] }) => {
  const drawn = stockBars(year);
  if (year.length === 0) return null;
  const keep = () => {
    const rows = year.map(({ month, sold, left }) => [month, String(sold), String(left)]);
    saveFile(`stock-${year.at(-1)?.month ?? ''}.csv`, `\uFEFF${csvOf([['month', 'sold', 'left'], ...rows])}`);
  };
  return (
    <Part title="A year of it">
      {drawn && <Bars {...drawn} />}
      <Wide label={`${title}: a year of it`}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Month</th>
              {['Sold', 'Left'].map((head) => (
                <th key={head} scope="col" className={styles['end']}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {year.toReversed().map(({ month, sold, left }) => (
              <tr key={month}>
                <th scope="row">{displayDate(month)}</th>
                <td className={styles['end']}>{sold}</td>
                <td className={styles['end']}>{left}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <div className={styles['acts']}>
        <Button kind="secondary" onClick={keep}>
          CSV
        </Button>
      </div>
    </Part>
  );
};

type Wish = Omit<v.InferOutput<typeof MoveStock>, 'action' | 'stock' | 'held' | 'last'>;
const stockFacts = ({ stock, held }: StockedGood): Facts => ({ 'To sell': String(stock), 'Sold and not sent yet': String(held) });
const LASTS = { restock: 'Added last', loss: 'Written off last' } as const;
/** Two who see to the same delivery see each other. */
const lastWords = (last: NonNullable<DeskGood['last']>['restock']): string =>
  last === null
    ? 'Nothing before'
    : `${last.pieces}, ${moment(last.at)}${last.who === null ? '' : `, by ${last.who}`}${last.note === '' ? '' : `: ${last.note}`}`;
const lastFacts = (last: DeskGood['last'], kind: Kind): Facts =>
  last === undefined || kind === 'count' ? {} : { [LASTS[kind]]: lastWords(last[kind]) };
type MoveProps = { now: DeskGood; kind: Kind; onDone: (message: string) => void; onClose: () => void };

const Move = ({ now, kind, onDone, onClose }: MoveProps) => {
  const { title, verb, label } = KINDS[kind];
  const { good, last } = now;
  const { type, ref, stock, held } = good;
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const isNumber = /^\d{1,6}$/.test(typed.trim());
  const pieces = Number(typed);
  const isPieces = isNumber && (kind === 'count' || pieces > 0);
  const wrong = typed.trim() === '' || isPieces ? errors['pieces'] : `Type a whole number from ${kind === 'count' ? 0 : 1} to 999999.`;
  return (
    <ActDialog<Wish, StockMoved, DeskGood>
      title={`${title}: ${good.name}`}
      verb={isNumber ? `${verb} ${pieces}` : verb}
      about={['good', type, ref]}
      shown={{
        now,
        says: (one) => ({ ...stockFacts(one.good), ...lastFacts(one.last, kind) }),
        typed: { 'To sell': isNumber ? `${verb} ${pieces}` : verb },
      }}
      wish={isPieces ? { kind, pieces, note: note.trim() } : null}
      send={(wish, { action, dry }) =>
        call(parcelsEndpoints.deskMoveStock, {
          params: { type, ref },
          ...(dry && { query: { dry: '' } }),
          body: { action, stock, held, ...(last && kind !== 'count' && { last: last[kind]?.action ?? null }), ...wish },
        })
      }
      happens={({ from, to }) => [
        from === to ? `It is as the desk has it: ${to} to sell.` : `${to} can be sold instead of ${from}.`,
        ...(kind === 'count' ? [`${held} of those that lie there are sold and not sent yet.`] : []),
        ...(from === 0 && to > 0 && good.on_sale ? ['The store sells it again at once.'] : []),
        ...(to === 0 && from > 0 ? ['The store says that it is sold out.'] : []),
      ]}
      done={({ to }) => `${to} can be sold now.`}
      onDone={onDone}
      onClose={onClose}
      fields={new Set(['pieces', 'note'])}
      onErrors={setErrors}
    >
      <div className={styles['fields']}>
        {last && kind !== 'count' && (
          <p>
            {LASTS[kind]}: {lastWords(last[kind])}.
          </p>
        )}
        <Field
          name="pieces"
          label={kind === 'count' ? `${label}, those that are sold and not sent yet among them` : label}
          inputMode="numeric"
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          {...(wrong !== undefined && { error: wrong })}
        />
        <Field
          name="note"
          label="Note, for the ledger"
          value={note}
          maxLength={200}
          onChange={setNote}
          {...(errors['note'] !== undefined && { error: errors['note'] })}
        />
      </div>
    </ActDialog>
  );
};

type UndoProps = { good: StockedGood; move: StockMove; onDone: (message: string) => void; onClose: () => void };

const TakeMoveBack = ({ good, move, onDone, onClose }: UndoProps) => (
  <TakeBackDialog
    done={move.action ?? ''}
    title={`Take back: ${WHYS[move.why] ?? move.why}, ${move.quantity}`}
    verb="Take it back"
    about={['good', good.type, good.ref]}
    shown={{ now: good, says: stockFacts, typed: { 'To sell': String(good.stock - move.quantity) } }}
    happens={() => [`${good.stock - move.quantity} can be sold instead of ${good.stock}.`, 'The ledger keeps both moves.']}
    {...{ onDone, onClose }}
  />
);
