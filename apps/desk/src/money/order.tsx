import { moneyEndpoints } from '@newsstand/contracts/desk-endpoints-money';
import { DeskReason } from '@newsstand/contracts/desk-verbs';
import { formatCents } from '@newsstand/contracts/money';
import type { DeskOrder } from '@newsstand/contracts/desk-orders';
import { Button } from '@newsstand/ui/button';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useId, useState } from 'react';
import * as v from 'valibot';
import { call } from '../session/call.ts';
import styles from '../parts/desk.module.css';
import { Actions } from '../acts/actions.tsx';
import { GiftHolder, giftWords } from '../acts/gift.tsx';
import { Letters } from '../parts/letters.tsx';
import { OrderMoney, useOrderAgain } from './order-money.tsx';
import { orderWords, payBackOf } from './order-words.ts';
import { RefundDialog } from '../acts/refund-dialog.tsx';
import { SendAgain } from '../acts/reader-acts.tsx';
import { SendGood } from '../acts/send-good.tsx';
import { LastAct } from '../acts/last-act.tsx';
import { useMay, useSignedIn } from '../session/session.tsx';
import { Asked, Heading, Part } from '../parts/page-parts.tsx';
import { day, REASONS, zoneName } from '../parts/words.ts';
import { GoesTo } from './destinations.tsx';

/** One sale: its lines and what became of them, its money, its letters, and what was done with it. */
export function Order() {
  const { number } = useParams({ from: '/orders/$number' });
  const query = useQuery({ queryKey: ['order', number], queryFn: () => call(moneyEndpoints.deskOrder, { params: { number } }) });
  return (
    <Asked query={query} what={`the order ${number}`} heading={`Order ${number}`}>
      {(order) => <OrderPage order={order} />}
    </Asked>
  );
}

const OrderPage = ({ order }: { order: DeskOrder }) => {
  const names = useSignedIn();
  const { number, owner, name, email, address, goes_to, zone, placed, paid, invoice, by, again_of: first, letters, history } = order;
  const [again, setAgain] = useState<DeskOrder['letters'][number] | null>(null);
  const [message, setMessage] = useState('');
  const [refunds, setRefunds] = useState(false);
  const [lost, setLost] = useState<DeskOrder['lines'][number] | null>(null);
  const sendsGoods = useMay('sendCopy') && paid !== null;
  const paysBack = useMay('refundOrder') && paid !== null;
  const [back, why] = [payBackOf(order), useId()];
  const [seesInvoices, seesNames] = [useMay('seeInvoices'), useMay('seeNames')];
  const sendsAgain = useMay('resendLetter') && owner !== null;
  useOrderAgain(order);
  return (
    <>
      <header className={styles['who']}>
        <Heading text={`Order ${number}`} />
        <p>
          {owner === null ? (
            name
          ) : (
            <Link to="/readers/$owner" params={{ owner }}>
              {name === '' ? 'No name' : name}
            </Link>
          )}
          {email !== null && `, ${email}`}
        </p>
        <p className={styles['facts']}>
          {orderWords(order)}, placed {day(placed)}
          {paid && ` · paid ${day(paid)}`}
          {by !== null && ` · ${by}`}
          {invoice !== null && (
            <>
              {' · '}
              {seesInvoices ? (
                <Link to="/invoices/$number" params={{ number: invoice }}>
                  invoice {invoice}
                </Link>
              ) : (
                `invoice ${invoice}`
              )}
            </>
          )}
        </p>
        {first !== null && (
          <p className={styles['facts']}>
            {first.number === null ? (
              'Sent once more'
            ) : (
              <>
                Order <OrderLink number={first.number} />, sent once more
              </>
            )}
            {first.who !== '' && ` by ${first.who}`}
            {v.is(DeskReason, first.reason) && `: ${REASONS[first.reason]}`}. {first.undone && 'It was taken back.'}
          </p>
        )}
        {paysBack && (
          <div className={styles['acts']}>
            <Button disabled={back.why !== null} aria-describedby={back.why === null ? undefined : why} onClick={() => setRefunds(true)}>
              {back.moneyless ? 'Take away…' : 'Pay back…'}
            </Button>
            {back.why !== null && <small id={why}>{back.why}</small>}
          </div>
        )}
        <LastAct text={message} />
      </header>
      {again !== null && owner !== null && (
        <SendAgain
          reader={{ owner }}
          letter={again}
          onDone={(what) => {
            setMessage(what);
            setAgain(null);
          }}
          onClose={() => setAgain(null)}
        />
      )}
      {lost !== null && (
        <SendGood
          order={order}
          line={lost}
          onDone={(what) => {
            setMessage(what);
            setLost(null);
          }}
          onClose={() => setLost(null)}
        />
      )}
      {refunds && (
        <RefundDialog
          order={order}
          moneyless={back.moneyless}
          owner={owner ?? ''}
          name={name}
          onDone={(what) => {
            setMessage(what);
            setRefunds(false);
          }}
          onClose={() => setRefunds(false)}
        />
      )}
      <Lines order={order} onLost={sendsGoods ? setLost : undefined} />
      <div className={styles['sides']}>
        <div>
          <OrderMoney order={order} onDone={setMessage} />
          {owner !== null && (
            <Part title="Letters" none={letters.length === 0 && 'No letter about it of the last 90 days is kept.'}>
              <Letters letters={letters} onAgain={sendsAgain ? setAgain : undefined} />
            </Part>
          )}
        </div>
        <div>
          <Part
            title="Goes to"
            none={
              address.length + goes_to.length === 0 &&
              `${seesNames ? 'No address was given' : 'Where it goes is not for your role'}: ${zoneName(zone, names)}.`
            }
          >
            {goes_to.length > 0 ? (
              <GoesTo each={goes_to} payer={email} />
            ) : (
              <address className={styles['address']}>
                <small>{zoneName(zone, names)}</small>
                {[name, ...address].map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            )}
          </Part>
          {owner !== null && (
            <Part title="History" none={history.length === 0 && 'Nobody at the desk has done anything with it.'}>
              <Actions actions={history} onOpen={() => setMessage('')} />
            </Part>
          )}
        </div>
      </div>
    </>
  );
};

type LinesProps = { order: DeskOrder; onLost: ((line: DeskOrder['lines'][number]) => void) | undefined };

const OrderLink = ({ number }: { number: string }) => (
  <Link to="/orders/$number" params={{ number }}>
    {number}
  </Link>
);

const Lines = ({ order: { lines, sent_again: copies, goods, shipping, discount, waived, total }, onLost }: LinesProps) => (
  <Part title="Lines">
    <table className={`${styles['table']} ${styles['sold']}`}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" className={styles['end']}>
            Pieces
          </th>
          <th scope="col" className={styles['end']}>
            Price
          </th>
          <th scope="col">What became of it</th>
          <th scope="col" className={styles['end']}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.ordinal}>
            <th scope="row" className={styles['wraps']}>
              {line.name}
              {line.detail !== null && <small> {line.detail}</small>}
            </th>
            <td className={styles['end']}>{line.quantity}</td>
            <td className={styles['end']}>{formatCents(line.price)}</td>
            <td>
              {became(line).join(' · ')}
              {onLost && line.posted && line.posted.sent > 0 && !line.posted.gone && (
                <>
                  {' '}
                  <button type="button" className={styles['small']} onClick={() => onLost(line)}>
                    Send again…<span className={styles['unseen']}> {line.name}</span>
                  </button>
                </>
              )}
              {copies
                .filter(({ ordinal }) => ordinal === line.ordinal)
                .map((copy) => (
                  <div key={copy.number}>
                    {copy.quantity} again, order <OrderLink number={copy.number} />
                    {againWords(copy)}
                  </div>
                ))}
              {line.gifts.map((gift, index) => (
                <div key={index}>
                  gift: <GiftHolder gift={gift} />, {giftWords(gift)}
                </div>
              ))}
            </td>
            <td className={styles['end']}>
              {formatCents(line.price * line.quantity - line.discount)}
              {line.discount > 0 && (
                <small>
                  {' '}
                  {formatCents(line.discount)} off{line.coupon !== null && `, ${line.coupon}`}
                </small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Sum name="Goods" cents={goods} />
        {shipping > 0 && <Sum name="Shipping" cents={shipping} />}
        {discount > 0 && <Sum name="Discount" cents={-discount} />}
        {waived > 0 && <Sum name="Waived" cents={-waived} />}
        <Sum name="Total" cents={total} strong />
      </tfoot>
    </table>
  </Part>
);

const Sum = ({ name, cents, strong }: { name: string; cents: number; strong?: boolean }) => (
  <tr className={strong ? styles['total'] : undefined}>
    <th scope="row" colSpan={4}>
      {name}
    </th>
    <td className={styles['end']}>{formatCents(cents)}</td>
  </tr>
);

/** What became of pieces that were sent once more: taken back, never sent, or still to be. */
function againWords({ quantity, undone, dropped, waits }: DeskOrder['sent_again'][number]): string {
  if (undone) return ', taken back';
  const many = (count: number) => (count === quantity ? '' : `${count} `);
  return `${dropped > 0 ? `, ${many(dropped)}not sent any more` : ''}${waits > 0 ? `, ${many(waits)}not sent yet` : ''}`;
}

/** How many of a line's pieces were sent, and how many never are. */
function postedWords({ sent, dropped }: { sent: number; dropped: number }, quantity: number): string[] {
  const all = quantity - dropped;
  return [
    ...(all > 0 ? [sent === 0 ? 'not noted as sent' : sent >= all ? 'sent' : `${sent} of ${all} sent`] : []),
    ...(dropped > 0 ? [`${dropped} not sent any more`] : []),
  ];
}

/** What became of a line, in a few words. */
function became({ terms, posted, quantity }: DeskOrder['lines'][number]): string[] {
  return [
    ...(posted ? postedWords(posted, quantity) : []),
    ...terms.map(({ paid, served, cancelled }) =>
      [
        paid === null ? `${served} served, lifetime` : `${served} of ${paid} served`,
        ...(cancelled ? [`ended ${day(cancelled)}`] : []),
      ].join(', '),
    ),
  ];
}
