import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import type { DeskList } from '@newsstand/contracts/desk-lists';
import type { DeskOrderMoney } from '@newsstand/contracts/desk-refund';
import { Button } from '@newsstand/ui/button';
import { Dialog } from '@newsstand/ui/dialog';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { didNotArrive, isUndecided, MoneyActDialog, waits, wonOf, type MoneyAct } from './order-money.tsx';
import type { OfOrder } from '../acts/refund-acts.tsx';

type Props = OfOrder & { list: DeskList; onDone: (text: string) => void; onClose: () => void };

/**
 * What waits on a list about money of an order, in the dialog that decides it; of several the oldest first, and the
 * list keeps the rest.
 */
export const WaitingMoney = ({ list, onDone, onClose, ...of }: Props) => {
  // What is decided stays what was opened, also when it waits no more.
  const [act, setAct] = useState<MoneyAct | null>(null);
  const { data, error, isFetching } = useQuery({
    queryKey: ['money', of.order.id],
    queryFn: () => call(moneyEndpoints.deskOrderMoney, { params: { order: of.order.id } }),
    staleTime: 0,
    gcTime: 0,
  });
  // What is known from before says nothing of now.
  const isKnown = data !== undefined && !isFetching;
  const found = isKnown ? waitingOf(list, data) : null;
  if (act === null && found) setAct(found);
  if (act !== null) return <MoneyActDialog act={act} {...of} {...{ onDone, onClose }} />;
  return (
    <Dialog title={`Order ${of.order.number}`} open onClose={onClose} className={styles['act']}>
      <p aria-live="polite">
        {error ? `${error.message} Nothing was changed.` : isKnown ? 'Somebody has seen to it already.' : 'Looking …'}
      </p>
      <div className={styles['buttons']}>
        <Button kind="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
};

function waitingOf(list: DeskList, { refunds, back }: DeskOrderMoney): MoneyAct | null {
  const approve = refunds.find(waits);
  const retry = refunds.find(didNotArrive);
  const failed = back.find((one) => isUndecided(one) && one.state === 'failed');
  const decide = back.find((one) => isUndecided(one) && one.state !== 'failed');
  if (list === 'refunds-to-approve') return approve ? { approve } : null;
  if (list === 'disputes') return back.map((one) => wonOf(refunds, one)).find((act) => act !== null) ?? null;
  if (list === 'refunded-elsewhere') return decide ? { decide } : null;
  return retry ? { retry } : failed ? { decide: failed } : null;
}
