import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import type { DeskOrder } from '@newsstand/contracts/desk-orders';
import { stands, type DeskMoneyBack, type DeskOrderMoney, type DeskRefund } from '@newsstand/contracts/desk-refund';
import { isByBank, isKept, isOpen, moneyGone } from '@newsstand/contracts/money-back-states';
import { formatCents } from '@newsstand/contracts/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../session/call.ts';
import { DecideDialog } from '../acts/decide-dialog.tsx';
import styles from '../parts/desk.module.css';
import { waitingSince } from '../parts/letters.tsx';
import { ApproveDialog, RetryDialog, type OfOrder } from '../acts/refund-acts.tsx';
import { useMay } from '../session/session.tsx';
import { Part } from '../parts/page-parts.tsx';
import { useAgain } from '../parts/use-again.ts';
import { WonDialog } from '../acts/won-dispute-dialog.tsx';
import { askedWords, BY, day, MONEY_BACK, REFUND_STATES } from '../parts/words.ts';

/**
 * What is decided about an order's money: a refund that waits, one that did not arrive, money that went back without
 * the desk, or a dispute that was won when what it had paid for was taken away.
 */
export type MoneyAct =
  | { approve: DeskRefund }
  | { retry: DeskRefund }
  | { decide: DeskMoneyBack }
  | { won: DeskMoneyBack; took: DeskRefund | null };

type DialogProps = OfOrder & { act: MoneyAct; onDone: (message: string) => void; onClose: () => void };

export const MoneyActDialog = ({ act, ...rest }: DialogProps) =>
  'approve' in act ? (
    <ApproveDialog refund={act.approve} {...rest} />
  ) : 'retry' in act ? (
    <RetryDialog refund={act.retry} {...rest} />
  ) : 'won' in act ? (
    <WonDialog {...act} {...rest} />
  ) : (
    <DecideDialog back={act.decide} {...rest} />
  );

export const waits = ({ state }: DeskRefund): boolean => state === 'to-approve';
export const didNotArrive = ({ state, settled }: DeskRefund): boolean => stands(state, 'missed') && !settled;
/** A dispute that is open is the bank's to decide. */
export const isUndecided = ({ state, here, decided }: DeskMoneyBack): boolean =>
  !here && decided === null && !(isByBank(state) && (isOpen(state) || isKept(state)));

/** What is decided about a dispute that was won: of what was taken away and is away still. */
export function wonOf(refunds: readonly DeskRefund[], won: DeskMoneyBack): MoneyAct | null {
  const took = refunds.find(({ id }) => id === won.took) ?? null;
  return took !== null || won.ended != null ? { won, took } : null;
}

function useOrderMoney({ id, paid }: DeskOrder): DeskOrderMoney | undefined {
  const sees = useMay('seeOrderMoney');
  const { data } = useQuery({
    queryKey: ['money', id],
    queryFn: () => call(moneyEndpoints.deskOrderMoney, { params: { order: id } }),
    enabled: sees && paid !== null,
  });
  return data;
}

/**
 * Asks again for an order's page while a letter of it waits, or money: what is paid just now, what waits for another
 * person or the provider, and what is on its way back.
 */
export function useOrderAgain(order: DeskOrder): void {
  const client = useQueryClient();
  const money = useOrderMoney(order);
  const since = [
    ...waitingSince(order.letters),
    ...(order.state === 'processing' ? [order.placed] : []),
    ...order.back.filter(({ state }) => state === 'pending').map(({ updated }) => updated),
    ...(money?.refunds ?? []).filter(isUnderWay).map(({ created, updated = created }) => updated),
  ];
  useAgain(since, async () => {
    // Its letter is there as soon as a refund is through.
    await client.invalidateQueries({ queryKey: ['money', order.id] });
    await client.invalidateQueries({ queryKey: ['order'] });
  });
}
const isUnderWay = ({ state }: DeskRefund): boolean => stands(state, 'waits', 'asked') || state === 'pending';

/**
 * What came in, and each sum that went back, is going or did not arrive: by whom, when, and what is to be decided about
 * it.
 */
export const OrderMoney = ({ order, onDone }: { order: DeskOrder; onDone: (message: string) => void }) => {
  const { id, number, owner, name, total, paid, by, back } = order;
  const [act, setAct] = useState<MoneyAct | null>(null);
  const data = useOrderMoney(order);
  const waiting = (data?.refunds ?? []).reduce((sum, { amount, state }) => sum + (stands(state, 'waits', 'asked') ? amount : 0), 0);
  return (
    <Part
      title="Money"
      aside={`${formatCents(paid === null ? 0 : total)} in, ${formatCents(moneyGone(back))} back${waiting > 0 ? `, ${formatCents(waiting)} waits to go back` : ''}`}
    >
      {act !== null && owner !== null && (
        <MoneyActDialog
          act={act}
          order={{ id, number }}
          {...{ owner, name }}
          onDone={(message) => {
            setAct(null);
            onDone(message);
          }}
          onClose={() => setAct(null)}
        />
      )}
      <ul className={`${styles['lines']} ${styles['money']}`}>
        <li>
          <span>{paid === null ? 'On its way' : 'Paid'}</span>
          <span>{by ?? (total === 0 ? 'nothing was to be paid' : '')}</span>
          <span className={styles['end']}>
            {paid !== null && `${day(paid)}, `}
            {formatCents(total)}
          </span>
        </li>
        {data?.refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} onAct={owner === null ? undefined : setAct} />
        ))}
        {data?.inquiries?.map((one) => (
          <AskedRow key={one.id} asked={one} />
        ))}
        {(data ? data.back.filter(({ here }) => !here) : back).map((one) => (
          <BackRow key={one.id} back={one} refunds={data?.refunds ?? []} onAct={owner === null ? undefined : setAct} />
        ))}
      </ul>
    </Part>
  );
};

type OnAct = ((act: MoneyAct) => void) | undefined;

const RefundRow = ({ refund, onAct }: { refund: DeskRefund; onAct: OnAct }) => {
  const [approves, pays] = [useMay('approveRefund'), useMay('refundOrder')];
  const {
    method,
    amount,
    state,
    takes,
    failure,
    reference,
    credit_note,
    credit_note_pdf,
    created,
    updated,
    who,
    settled,
    undo,
    went,
    elsewhere,
  } = refund;
  const words =
    method === 'none'
      ? settled
        ? 'Taken away, and given back'
        : takes === false
          ? 'Decided: nothing taken away'
          : 'Taken away, no money'
      : REFUND_STATES[state] + (settled ? ', seen to' : '');
  const details = [
    elsewhere === true && method !== 'none' && 'not by the desk',
    who !== '' && `${elsewhere === true ? 'decided by' : 'by'} ${who}, ${day(created)}`,
    (method === 'check' || method === 'wire') && `by ${method}${reference === null ? '' : ` ${reference}`}`,
    credit_note !== null && credit_note_pdf === undefined && `credit note ${credit_note}`,
    failure,
    went && `money of this order went back${BY[went] ?? ' elsewhere'} since`,
  ].filter((one) => typeof one === 'string');
  return (
    <li>
      <span className={didNotArrive(refund) ? styles['bad'] : undefined}>
        {words}{' '}
        {waits(refund) && approves && onAct && (
          <button type="button" className={styles['small']} onClick={() => onAct({ approve: refund })}>
            Decide…<span className={styles['unseen']}> about {formatCents(amount)}</span>
          </button>
        )}
        {didNotArrive(refund) && pays && onAct && (
          <button type="button" className={styles['small']} onClick={() => onAct({ retry: refund })}>
            Pay otherwise…<span className={styles['unseen']}> {formatCents(amount)}</span>
          </button>
        )}
        {settled && undo === true && pays && onAct && (
          <button type="button" className={styles['small']} onClick={() => onAct({ retry: refund })}>
            Give back…<span className={styles['unseen']}> what {formatCents(amount)} took away</span>
          </button>
        )}
      </span>
      <span>
        {details.join(' · ')}
        {credit_note_pdf !== undefined && (
          <>
            {details.length > 0 && ' · '}
            <a href={credit_note_pdf} target="_blank" rel="noreferrer">
              credit note {credit_note}
              {refund.void === true && ', void'}, PDF
            </a>
          </>
        )}
      </span>
      <span className={styles['end']}>
        {day(updated ?? created)}
        {amount > 0 && `, ${formatCents(-amount)}`}
      </span>
    </li>
  );
};

type Asked = NonNullable<DeskOrderMoney['inquiries']>[number];

/** A bank asks, and has taken nothing: it is answered at the provider's. */
const AskedRow = ({ asked: { amount, reason, created, provider, ...asked } }: { asked: Asked }) => (
  <li>
    <span>
      {askedWords(asked)}{' '}
      <a href={provider} target="_blank" rel="noreferrer" className={styles['small']}>
        At the provider
      </a>
    </span>
    <span>{reason?.replaceAll('_', ' ')}</span>
    <span className={styles['end']}>
      {day(created)}, {formatCents(amount)}
    </span>
  </li>
);

/** As the provider tells it. What one may not see is not decided either. */
type Told = Pick<DeskMoneyBack, 'id' | 'state' | 'amount' | 'reason' | 'created'> & Partial<DeskMoneyBack> & { updated?: string };

const BackRow = ({ back, refunds, onAct }: { back: Told; refunds: readonly DeskRefund[]; onAct: OnAct }) => {
  const decides = useMay('decideMoneyBack');
  const { id, state, amount, reason, created, updated, here, decided, took, ended, also = [] } = back;
  const known =
    here === undefined || decided === undefined ? null : { id, state, amount, reason, created, here, decided, took, ended, also };
  const act = known && (wonOf(refunds, known) ?? (isUndecided(known) ? { decide: known } : null));
  const words = known && `not by the desk${decided === null || decided === undefined ? '' : `, decided ${day(decided)}`}`;
  return (
    <li>
      <span>
        {MONEY_BACK[state]}{' '}
        {act && decides && onAct && (
          <button type="button" className={styles['small']} onClick={() => onAct(act)}>
            Decide…<span className={styles['unseen']}> about {formatCents(amount)}</span>
          </button>
        )}
      </span>
      <span>{[words, reason?.replaceAll('_', ' ')].filter((one) => typeof one === 'string').join(' · ')}</span>
      <span className={styles['end']}>
        {day(updated ?? created)}, {formatCents(-amount)}
      </span>
    </li>
  );
};
