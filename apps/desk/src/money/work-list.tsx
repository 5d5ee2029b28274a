import { findEndpoints } from '@newsstand/contracts/desk-endpoints-find';
import { DeskListName } from '@newsstand/contracts/desk-lists';
import { formatCents } from '@newsstand/contracts/money';
import { Button } from '@newsstand/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { LastAct } from '../acts/last-act.tsx';
import type { OfOrder } from '../acts/refund-acts.tsx';
import { useMay } from '../session/session.tsx';
import { Asked, Heading } from '../parts/page-parts.tsx';
import { TakePieces } from '../acts/take-pieces.tsx';
import { WaitingMoney } from './waiting-money.tsx';
import { askedWords, day, listWords } from '../parts/words.ts';

/** Who waits on one list of work, the oldest first. */
export function WorkList() {
  const { list } = useParams({ from: '/lists/$list' });
  const query = useQuery({ queryKey: ['list', list], queryFn: () => call(findEndpoints.deskList, { params: { list } }) });
  const { name, hint } = listWords(list);
  const verb = useVerb(list);
  const [opened, setOpened] = useState<OfOrder | null>(null);
  const [message, setMessage] = useState('');
  const open = (what: OfOrder) => {
    setMessage('');
    setOpened(what);
  };
  const close = (what: string) => {
    setMessage(what);
    setOpened(null);
  };
  return (
    <>
      <Heading text={name} />
      <p className={styles['facts']}>{hint}</p>
      <LastAct text={message} />
      {opened !== null && list === HELD && <TakePieces {...opened} onDone={close} onClose={() => setOpened(null)} />}
      {opened !== null && list !== HELD && (
        <WaitingMoney {...opened} list={v.parse(DeskListName, list)} onDone={close} onClose={() => setOpened(null)} />
      )}
      <Asked query={query} what="this list">
        {({ count, waiting }) =>
          count === 0 ? (
            <p className={styles['none']}>Nobody waits here.</p>
          ) : (
            <>
              <p className={styles['count']}>
                {count === 1 ? 'One' : count}
                {count > waiting.length && `, the oldest ${waiting.length} of them`}
              </p>
              <ul className={styles['rows']}>
                {waiting.map(({ owner, name: who, what, order, amount, since, provider, inquiry }) => (
                  <li
                    key={`${owner} ${what} ${since}`}
                    className={provider != null || (order != null && verb !== undefined) ? styles['decides'] : undefined}
                  >
                    <Link {...(list === HELD || list === 'disputes' ? orderPage(what ?? '') : readerPage(owner))} data-row>
                      <strong>{who === '' ? 'No name' : who}</strong>
                      <span>
                        {what}
                        {inquiry != null && <small> {askedWords(inquiry)}</small>}
                      </span>
                      <span>since {day(since)}</span>
                      <span className={styles['end']}>{amount !== null && formatCents(amount)}</span>
                    </Link>
                    {provider != null && (
                      <a href={provider} target="_blank" rel="noreferrer" className={styles['small']}>
                        At the provider<span className={styles['unseen']}> order {what}</span>
                      </a>
                    )}
                    {order != null && verb !== undefined && (
                      <Button kind="secondary" onClick={() => open({ order: { id: order, number: what ?? '' }, owner, name: who })}>
                        {verb}
                        <span className={styles['unseen']}> order {what}</span>
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Asked>
    </>
  );
}

/** Its rows are about goods, which who packs them sees, and no reader. */
const HELD = 'paid-back-held';
const orderPage = (number: string) => ({ to: '/orders/$number', params: { number } }) as const;
const readerPage = (owner: string) => ({ to: '/readers/$owner', params: { owner } }) as const;

/**
 * What is done with each row of a list about money, where one may; nothing on the others, whose rows lead to their
 * readers.
 */
function useVerb(list: string): string | undefined {
  const may = { approve: useMay('approveRefund'), pay: useMay('refundOrder'), decide: useMay('decideMoneyBack') };
  switch (list) {
    case 'refunds-to-approve':
      return may.approve ? 'Allow or not…' : undefined;
    case 'refunded-elsewhere':
    case 'disputes':
      return may.decide ? 'Decide…' : undefined;
    case 'refund-failed':
      return may.pay ? 'Pay otherwise…' : undefined;
    case HELD:
      return may.pay ? 'Take them away…' : undefined;
    default:
      return undefined;
  }
}
